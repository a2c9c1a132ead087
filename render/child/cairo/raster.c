/* Writes pixels with libpng and libjpeg. */
#include "render/child/cairo/raster.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

#include "base/mem.h"
#include "base/process/commands.h"

/* A pixel in cairo is 0xAARRGGBB, with colours premultiplied by AA. */
static unsigned char part(uint32_t pixel, unsigned shift, uint32_t alpha)
{
    uint32_t value = pixel >> shift & 0xff;

    return (unsigned char)(alpha && alpha < 255 ? (value * 255 + alpha / 2) / alpha : value);
}

/* Returns a row as bytes: red, green, blue, and alpha if transparent. */
static void row_of(const struct raster *r, int y, unsigned char *to)
{
    int width = cairo_image_surface_get_width(r->image);
    size_t stride = (size_t)cairo_image_surface_get_stride(r->image);
    const unsigned char *from = cairo_image_surface_get_data(r->image) + stride * (size_t)y;

    for (int x = 0; x < width; x++) {
        uint32_t pixel;
        memcpy(&pixel, from + 4 * (size_t)x, sizeof pixel);
        uint32_t alpha = r->transparent ? pixel >> 24 : 255;
        *to++ = part(pixel, 16, alpha);
        *to++ = part(pixel, 8, alpha);
        *to++ = part(pixel, 0, alpha);
        if (r->transparent)
            *to++ = (unsigned char)alpha;
    }
}

static _Noreturn void png_failed(png_structp png, png_const_charp what)
{
    (void)png;
    child_fail(what);
}

static void png_title(png_structp png, png_infop info, const char *title)
{
    char key[] = "Title";
    char *value = mem_alloc(strlen(title) + 1, 1);
    png_text text = {0};

    memcpy(value, title, strlen(title) + 1);
    text.compression = PNG_ITXT_COMPRESSION_NONE;
    text.key = key;
    text.text = value;
    png_set_text(png, info, &text, 1);
    mem_free(value, strlen(title) + 1, 1);
}

void raster_png(const struct raster *r)
{
    const double inches_of_metre = 1 / 0.0254;
    const int level = 6;
    png_uint_32 width = (png_uint_32)cairo_image_surface_get_width(r->image);
    int height = cairo_image_surface_get_height(r->image);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_failed, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    size_t size = (size_t)width * 4;
    unsigned char *row = mem_alloc(size, 1);
    png_uint_32 density = (png_uint_32)lround(r->dpi * inches_of_metre);

    if (!info)
        child_fail("no memory for PNG");
    png_init_io(png, stdout);
    png_set_IHDR(png, info, width, (png_uint_32)height, 8,
                 r->transparent ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
    if (r->title)
        png_title(png, info, r->title);
    /* Rows of boxes are alike: without PNG filters, deflate finds that by itself. */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, level);
    png_write_info(png, info);
    for (int y = 0; y < height; y++) {
        row_of(r, y, row);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    mem_free(row, size, 1);
}

static _Noreturn void jpeg_failed(j_common_ptr jpeg)
{
    char what[JMSG_LENGTH_MAX];

    jpeg->err->format_message(jpeg, what);
    child_fail(what);
}

static void jpeg_settings(struct jpeg_compress_struct *jpeg, const struct raster *r)
{
    jpeg->image_width = (JDIMENSION)cairo_image_surface_get_width(r->image);
    jpeg->image_height = (JDIMENSION)cairo_image_surface_get_height(r->image);
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, r->quality, TRUE);
    jpeg->density_unit = 1; /* dots an inch */
    jpeg->X_density = (UINT16)lround(r->dpi);
    jpeg->Y_density = jpeg->X_density;
    /* Letters need colour at full resolution. */
    jpeg->comp_info[0].h_samp_factor = 1;
    jpeg->comp_info[0].v_samp_factor = 1;
}

void raster_jpeg(const struct raster *r)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    size_t size = (size_t)cairo_image_surface_get_width(r->image) * 4;
    unsigned char *row = mem_alloc(size, 1);

    jpeg.err = jpeg_std_error(&errors);
    errors.error_exit = jpeg_failed;
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, stdout);
    jpeg_settings(&jpeg, r);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        row_of(r, (int)jpeg.next_scanline, row);
        (void)jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    mem_free(row, size, 1);
}

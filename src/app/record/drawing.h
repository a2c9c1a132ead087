/* Draws what was recorded, without the rights to record it. */
#ifndef APP_RECORD_DRAWING_H
#define APP_RECORD_DRAWING_H

#include "app/options/request.h"
#include "app/record/recorded.h"

/* Borrows all. */
struct record_drawing {
    struct request *request; /* of the pictures, which reads the recording by its descriptor */
    const struct request_list *pictures;
    const struct recorded *recorded;
    const struct user *reader; /* whom a child becomes that draws; NULL: it is drawn here */
};

/* Draws the pictures. The child is given files without a name for them, whose bytes then appear
 * under the names of the pictures; standard output it writes itself. */
MUST_CHECK bool record_draw(const struct record_drawing *d, struct fault *f);

/* Makes what was drawn into a file without a name appear under that of a picture, as a file of who
 * called root. folder: that it is put in, open; NULL: the user named the picture itself. One that
 * is empty has failed, and is left out. */
MUST_CHECK bool record_put_picture(const char *picture, const int *folder, int fd, struct fault *f);

/* Makes such a file, of -1 for standard output, which has none. */
MUST_CHECK bool record_lend_picture(const char *picture, int *fd, struct fault *f);

#endif

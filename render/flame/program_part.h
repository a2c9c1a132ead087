/* The part of a program that a frame belongs to. */
#ifndef RENDER_FLAME_PROGRAM_PART_H
#define RENDER_FLAME_PROGRAM_PART_H

#include "model/profile.h"

/* The module without folder; empty if it is not known, and for the kernel itself, whose kind says
 * it. */
struct str program_module(const struct profile *p, frame_id frame);

/* The part by the name; in the program itself by the file where that says more, in a library by
 * that. program: the program's module. */
struct str program_part(const struct profile *p, frame_id frame, struct str program);

#endif

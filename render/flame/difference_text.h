/* The texts of a comparison: labels, tooltips, headline, legend. */
#ifndef RENDER_FLAME_DIFFERENCE_TEXT_H
#define RENDER_FLAME_DIFFERENCE_TEXT_H

#include "render/flame/picture.h"

/* Returns the sign before a box's label that shows its change; "" for a small change. */
const char *difference_text_mark(const struct picture *picture, const struct box *box);

/* Write "1,234", "1,234.5" or "12.34%": the value of a side; and the signed change, "+134". Where
 * the style is scaled, amounts have their unit with them: "1.23 ms", "+134 ms". */
void difference_text_amount(struct sink *s, const struct picture *picture, struct change_sums sums,
                            enum side side);
void difference_text_change(struct sink *s, const struct picture *picture, struct change_sums sums);

/* Writes "(1,234 samples, 12.34%; +5.67%; before 1,100, after 1,234, +134 [+90, +178], proven)":
 * the value after, its share of the total after, the change of that share in points, both values,
 * and the test of the function if there is one. */
void difference_text_title(struct sink *s, const struct picture *picture, const struct box *box);

/* Writes "[+90, +178]", the 95 % interval of a function's change; what was counted whole has none.
 */
void difference_text_interval(struct sink *s, const struct picture *picture,
                              const struct evidence_row *row);

/* Writes "+134 [+90, +178] samples", "+13 ms [+9 ms, +18 ms]": the change of a function for people,
 * with its interval if known. */
void difference_text_finding(struct sink *s, const struct picture *picture,
                             const struct evidence_row *row);

/* Writes "proven", "within the noise", "once, 0.58 s; not judged", ...: what can be said of the
 * change of a function, of frame 0 of the whole; nothing if nothing can. */
void difference_text_verdict(struct sink *s, const struct picture *picture, frame_id frame,
                             bool self);

/* Writes "[+90, +178] proven" for a column; `between` stands between both. */
void difference_text_sure(struct sink *s, const struct picture *picture, frame_id frame, bool self,
                          const char *between);

/* The same for a narrow table, the verdict in at most 16 cells; without its interval if not wanted.
 */
void difference_text_sure_short(struct sink *s, const struct picture *picture, frame_id frame,
                                bool self, bool interval);

/* Writes "optimised before, mostly interpreted after", or "interpreted 5 % before, 40 % after", if
 * a function was compiled otherwise on the other side; else nothing. */
void difference_text_tiers(struct sink *s, const struct picture *picture, frame_id frame);

/* Writes "1,100 \u2192 1,234 samples, +134 (+12.18 %)", or "1.1 s \u2192 1.23 s, +134 ms (...)". */
void difference_text_headline(struct sink *s, const struct picture *picture);

/* Writes how certain the total change is; nothing if that is not known. */
void difference_text_certainty(struct sink *s, const struct picture *picture);

/* Writes lines for a report: the smallest change that these runs could have shown, and how many
 * runs would show one half as large; nothing if that is not known. */
void difference_text_power(struct sink *s, const struct picture *picture);

/* Writes the meaning of colours and marks, and how the sides were made comparable. */
void difference_text_legend(struct sink *s, const struct picture *picture);

#endif

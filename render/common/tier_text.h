/* How functions were compiled on both sides of a comparison, in words. */
#ifndef RENDER_COMMON_TIER_TEXT_H
#define RENDER_COMMON_TIER_TEXT_H

#include "base/sink.h"
#include "model/tier.h"

/* Writes "optimised before, interpreted after"; nothing if a function did not change so. */
void tier_text_change(struct sink *s, struct tiers *tiers, struct str name);

#endif

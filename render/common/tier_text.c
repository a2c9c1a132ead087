/* interpreted before, mostly optimised after
 * interpreted 20 % before, 80 % after */
#include "render/common/tier_text.h"

/* Writes "optimised", or "mostly optimised" if other tiers have at least a two-hundredth. */
static void write_tier(struct sink *s, const struct tier_shares *shares, enum side side)
{
    const double all = 0.995;
    enum tier most = shares->most[side];

    sink_text(s, shares->share[side][most] < all ? "mostly " : "");
    sink_text(s, tier_word(most));
}

void tier_text_change(struct sink *s, struct tiers *tiers, struct str name)
{
    struct tier_shares shares;

    if (!tiers_changed(tiers, name, &shares))
        return;
    if (shares.most[SIDE_BEFORE] != shares.most[SIDE_AFTER]) {
        write_tier(s, &shares, SIDE_BEFORE);
        sink_text(s, " before, ");
        write_tier(s, &shares, SIDE_AFTER);
        sink_text(s, " after");
        return;
    }
    sink_text(s, tier_word(shares.grown));
    for (unsigned side = 0; side < SIDES; side++) {
        sink_byte(s, ' ');
        sink_fixed(s, shares.share[side][shares.grown] * 100, 0);
        sink_text(s, side == SIDE_BEFORE ? " % before," : " % after");
    }
}

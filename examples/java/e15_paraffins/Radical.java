package e15_paraffins;

import java.io.Serializable;

/** A carbon atom with three radicals, each null for a hydrogen atom, and a free bond. */
record Radical(Radical first, Radical second, Radical third) implements Serializable {
    static String formula(Radical radical) {
        return radical == null ? "H" : "C" + formula(radical.first) + formula(radical.second) + formula(radical.third);
    }
}

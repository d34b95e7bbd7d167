package e15_paraffins;

import java.io.Serializable;

/** A molecule: two radicals around a bond, or four, of which some may be hydrogen atoms, around a carbon atom. */
record Paraffin(boolean isAroundBond, Radical first, Radical second, Radical third, Radical fourth)
        implements Serializable {
    String formula() {
        String pair = Radical.formula(first) + Radical.formula(second);
        return isAroundBond ? "-" + pair : "C" + pair + Radical.formula(third) + Radical.formula(fourth);
    }
}

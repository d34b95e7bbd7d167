package e15_paraffins;

import java.util.ArrayList;
import java.util.List;

/** All radicals of up to a given number of carbon atoms, and the paraffins that are made of them, each once. */
final class Radicals {
    private final List<List<Radical>> bySize = new ArrayList<>();

    Radicals(int mostCarbons) {
        List<Radical> hydrogen = new ArrayList<>();
        hydrogen.add(null);
        bySize.add(hydrogen);
        for (int size = 1; size <= mostCarbons; size++) {
            List<Radical> radicals = new ArrayList<>();
            for (int i = 0; 3 * i <= size - 1; i++) {
                for (int j = i; i + 2 * j <= size - 1; j++) {
                    addRadicals(i, j, size - 1 - i - j, radicals);
                }
            }
            bySize.add(radicals);
        }
    }

    private void addRadicals(int i, int j, int k, List<Radical> to) {
        for (int a = 0; a < bySize.get(i).size(); a++) {
            for (int b = i == j ? a : 0; b < bySize.get(j).size(); b++) {
                for (int c = j == k ? b : 0; c < bySize.get(k).size(); c++) {
                    to.add(new Radical(bySize.get(i).get(a), bySize.get(j).get(b), bySize.get(k).get(c)));
                }
            }
        }
    }

    /** Returns the paraffins of a size, or every parts-th group of them. */
    List<Paraffin> paraffins(int carbons, int part, int parts) {
        List<Paraffin> paraffins = new ArrayList<>();
        int group = 0;
        if (carbons % 2 == 0) {
            List<Radical> halves = bySize.get(carbons / 2);
            for (int a = 0; a < halves.size(); a++) {
                if (group++ % parts == part) {
                    addAroundBond(halves, a, paraffins);
                }
            }
        }
        int most = (carbons - 1) / 2;
        for (int i = 0; 4 * i <= carbons - 1; i++) {
            for (int j = i; i + 3 * j <= carbons - 1; j++) {
                for (int k = j; i + j + 2 * k <= carbons - 1; k++) {
                    int l = carbons - 1 - i - j - k;
                    if (l <= most && group++ % parts == part) {
                        addAroundCarbon(i, j, k, l, paraffins);
                    }
                }
            }
        }
        return paraffins;
    }

    private static void addAroundBond(List<Radical> halves, int a, List<Paraffin> to) {
        for (int b = a; b < halves.size(); b++) {
            to.add(new Paraffin(true, halves.get(a), halves.get(b), null, null));
        }
    }

    private void addAroundCarbon(int i, int j, int k, int l, List<Paraffin> to) {
        for (int a = 0; a < bySize.get(i).size(); a++) {
            for (int b = i == j ? a : 0; b < bySize.get(j).size(); b++) {
                for (int c = j == k ? b : 0; c < bySize.get(k).size(); c++) {
                    for (int d = k == l ? c : 0; d < bySize.get(l).size(); d++) {
                        to.add(new Paraffin(false, bySize.get(i).get(a), bySize.get(j).get(b), bySize.get(k).get(c),
                                bySize.get(l).get(d)));
                    }
                }
            }
        }
    }
}

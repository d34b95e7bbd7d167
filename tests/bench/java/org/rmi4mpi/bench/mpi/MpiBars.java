package org.rmi4mpi.bench.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Upper limits of a round trip, as a ratio to C at the same thread level. Those of arrays hold on JDK 22 and later. */
final class MpiBars {
    private static final int SHORT = 8;
    private static final int LARGE = 64 << 10;
    private static final double OF_SHORT = 1.3;
    private static final double OF_DIRECT = 1.15;
    private static final double OF_LARGE_ARRAYS = 1.3;
    private static final int ARRAYS_LIE_STILL = 22;

    private final MpiResults results;

    MpiBars(MpiResults results) {
        this.results = results;
    }

    /** Returns a table of the bars, the ratio that each variant reaches, and whether it meets them. */
    String toMarkdown() {
        List<String> lines = new ArrayList<>();
        for (String variant : results.variants()) {
            if (variant.startsWith("C ")) {
                continue;
            }
            boolean isDirect = variant.contains("direct");
            int jdk = MpiResults.jdk(variant);
            for (int bytes : results.sizes("latency")) {
                double limit = bytes == SHORT ? OF_SHORT : isDirect ? OF_DIRECT
                        : bytes >= LARGE && jdk >= ARRAYS_LIE_STILL ? OF_LARGE_ARRAYS : Double.NaN;
                double ratio = results.ratio("latency", bytes, variant);
                if (!Double.isNaN(limit) && !Double.isNaN(ratio)) {
                    lines.add(String.format(Locale.ROOT, "| %-15s | %7s | %4.2f | %5.2f %s |", variant,
                            MpiResults.size(bytes), limit, ratio, ratio <= limit ? "met" : "MISSED"));
                }
            }
        }
        return lines.isEmpty() ? ""
                : "| round trip | bytes | at most | is |\n|---|--:|--:|--:|\n" + String.join("\n", lines) + "\n";
    }
}

package org.rmi4mpi.bridge;

import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Checks that all ranks are compatible, before anything else is sent. First, one reduction of two longs compares a hash
 * of each rank's terms. If the hashes differ, a record of each rank is gathered for the error message. Neither layout
 * may ever change, because ranks of any versions meet here. Stateless.
 *
 * <pre>
 *  0      8       16             0       4       8            2048
 * +------+-------+              +-------+-------+------------+
 * | hash | -hash |  maximum     | terms | place | text, zero |  of each rank
 * +------+-------+              +-------+-------+------------+
 * </pre>
 *
 * <p>Terms and place are the lengths of two strings in the text, in bytes of UTF-8.
 */
final class Agreement {
    private static final int RECORD = 2048;

    /** Version of the messages of this package, of package mpi, and of the native library. */
    private static final int MESSAGES = 1;
    private static final int TEXT = 8;

    private Agreement() {}

    /**
     * The description of one rank.
     *
     * @param terms properties that must be the same at all ranks
     * @param place host, jars and library, for the error message
     */
    record Side(String terms, String place) {
        static Side own(JobParticipant participant) {
            String bridge = "bridge " + version(Job.class) + " (messages " + MESSAGES + ")";
            String jar = Job.host() + ": " + jar(Job.class) + ", " + NativeLibrary.place();
            return participant == null
                    ? new Side(bridge + ", no core: rmi4mpi-core.jar is not on the class path", jar)
                    : new Side(bridge + ", core " + version(participant.getClass()) + " (" + participant.terms() + ")",
                            jar + ", " + jar(participant.getClass()));
        }

        /** A hash of 62 bits. */
        long hash() {
            long hash = 0;
            for (byte each : terms.getBytes(StandardCharsets.UTF_8)) {
                hash = hash * 1_000_003 + each;
            }
            return hash >>> 2;
        }

        void write(NativeBuffer to) {
            byte[] first = terms.getBytes(StandardCharsets.UTF_8);
            byte[] second = place.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(first.length, (RECORD - TEXT) / 2);
            int rest = Math.min(second.length, RECORD - TEXT - length);
            to.bytes().putInt(0, length)
                    .putInt(4, rest)
                    .put(TEXT, first, 0, length)
                    .put(TEXT + length, second, 0, rest);
        }

        static Side read(NativeBuffer from, int at) {
            int length = from.bytes().getInt(at);
            return new Side(text(from, at + TEXT, length), text(from, at + TEXT + length, from.bytes().getInt(at + 4)));
        }

        private static String text(NativeBuffer from, int at, int length) {
            byte[] bytes = new byte[length];
            from.bytes().get(at, bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static String version(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        return version == null ? "(unpacked classes)" : version;
    }

    private static String jar(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null ? type.getName() : Path.of(source.getLocation().toURI()).toString();
        } catch (URISyntaxException | RuntimeException e) {
            return source.getLocation().toString();
        }
    }

    /**
     * Compares all Java ranks. Collective over their communicator.
     *
     * @param ranks their ranks in MPI_COMM_WORLD
     * @return null if they agree; otherwise a description of the difference
     */
    static String difference(long communicator, int[] ranks, Side own) {
        if (haveSame(communicator, own.hash())) {
            return null;
        }
        NativeBuffer records = NativeBuffer.acquire(RECORD * (ranks.length + 1));
        own.write(records);
        Job.allgather(records, RECORD, communicator);
        SortedMap<Integer, Side> sides = new TreeMap<>();
        for (int i = 0; i < ranks.length; i++) {
            sides.put(ranks[i], Side.read(records, RECORD * (i + 1)));
        }
        return describe(sides);
    }

    private static boolean haveSame(long communicator, long hash) {
        NativeBuffer longs = NativeBuffer.acquire(4 * Long.BYTES);
        RequestSlot slot = RequestSlot.acquire();
        try {
            longs.bytes().putLong(0, hash).putLong(8, -hash);
            Job.succeed("MPI_Iallreduce", MpiCollectives.iallreduce(longs.address(), longs.address() + 16, 2,
                    Mpi.constant("MPI_LONG"), Mpi.constant("MPI_MAX"), communicator, slot));
            Job.await(slot);
            return longs.bytes().getLong(16) == -longs.bytes().getLong(24); // True if the maximum equals the minimum.
        } finally {
            slot.release();
            longs.release();
        }
    }

    private static String describe(SortedMap<Integer, Side> sides) {
        StringBuilder text = new StringBuilder("rmi4mpi: the job ends because its ranks are incompatible: they have"
                + " different versions or options");
        grouped(sides.keySet(), rank -> sides.get(rank).terms()).forEach((terms, same) -> {
            text.append("\n  ").append(formatRanks(same)).append(": ").append(terms);
            grouped(same, rank -> sides.get(rank).place()).forEach(
                    (place, there) -> text.append("\n    ").append(formatRanks(there)).append(" on ").append(place));
        });
        return text.append("\n  Give every rank the same jars, the same library and the same options").toString();
    }

    private static Map<String, TreeSet<Integer>> grouped(Set<Integer> ranks, Function<Integer, String> by) {
        return ranks.stream().collect(
                Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toCollection(TreeSet::new)));
    }

    /** Formats as "ranks 0-3, 5". */
    private static String formatRanks(TreeSet<Integer> ranks) {
        StringBuilder text = new StringBuilder(ranks.size() == 1 ? "rank " : "ranks ");
        for (int rank : ranks) {
            if (!ranks.contains(rank - 1)) {
                text.append(rank == ranks.first() ? "" : ", ").append(rank);
            }
            if (ranks.contains(rank - 1) && !ranks.contains(rank + 1)) {
                text.append('-').append(rank);
            }
        }
        return text.toString();
    }
}

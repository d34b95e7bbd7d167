package org.rmi4mpi.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Leftovers;

/**
 * Reports mains that returned without MPI.Finalize. Such a main may have omitted the call. Or it may not have reached
 * the call because it has caught an exception, which no one would see. When all ranks have reached the end, they
 * exchange how they got there. The first rank without the call then reports anything suspicious. Used by the thread
 * that ends the job.
 */
final class MissingFinalize {
    /** The values that a rank sends to the others. The last two are followed by the rank's unreceived messages. */
    private static final String FINALIZED = "";
    private static final String LEAVES_IT_OUT = "0";
    private static final String NAMES_IT = "1";

    private static volatile boolean isOwn;
    private static volatile boolean namesFinalize;
    private static volatile boolean losesMessages;

    private MissingFinalize() {}

    /** Main has returned, and no other thread has called MPI.Finalize. */
    static void begin(Class<?> main) {
        isOwn = true;
        namesFinalize = namesFinalize(main);
    }

    /** Whether messages to this rank were never received. The exit status then reports the loss. */
    static boolean losesMessages() {
        return losesMessages;
    }

    /** Exchanges how each rank reached the end. Collective over all ranks. */
    static void compare() {
        String own = FINALIZED;
        if (isOwn) {
            Leftovers left = Job.leftovers();
            losesMessages = !left.message().isEmpty();
            own = (namesFinalize ? NAMES_IT : LEAVES_IT_OUT) + left.text();
        }
        List<String> ends = new ArrayList<>();
        List<Integer> returned = new ArrayList<>();
        boolean isOdd = false;
        for (byte[] each : Job.allgather(own.getBytes(StandardCharsets.UTF_8))) {
            String end = new String(each, StandardCharsets.UTF_8);
            if (!end.equals(FINALIZED)) {
                returned.add(ends.size());
            }
            isOdd |= !end.equals(LEAVES_IT_OUT);
            ends.add(end);
        }
        if (isOdd && !returned.isEmpty() && returned.get(0) == Job.javaRank(Job.rank())) {
            System.err.println(text(ends, returned));
        }
    }

    private static String text(List<String> ends, List<Integer> returned) {
        StringBuilder text = new StringBuilder("rmi4mpi: main has returned without MPI.Finalize() at "
                + (returned.size() == 1 ? "rank " : "ranks ")
                + returned.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        if (returned.size() < ends.size()) {
            text.append(", which others have called");
        }
        for (int rank : returned) {
            if (ends.get(rank).length() > 1) {
                text.append("; at rank ").append(rank).append(' ').append(ends.get(rank).substring(1));
            }
        }
        return text + ": if main has caught an exception, let it leave main, or call MPI.COMM_WORLD.Abort(1);"
                + " otherwise call MPI.Finalize() at every rank";
    }

    /** Whether the class file mentions Finalize in its constants, so that its main was meant to call it. */
    private static boolean namesFinalize(Class<?> main) {
        String file = "/" + main.getName().replace('.', '/') + ".class";
        try (InputStream in = main.getResourceAsStream(file)) {
            return in != null && new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains("Finalize");
        } catch (IOException e) {
            return false;
        }
    }
}

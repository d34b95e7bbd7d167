package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.MpiProcesses;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/**
 * The processes that the root of a spawn starts.
 *
 * @param commands executables
 * @param arguments of each command; null for none
 * @param processes number of processes of each command
 * @param hints of each command; null for none
 */
public record SpawnOrder(String[] commands, String[][] arguments, int[] processes, Hints[] hints) {
    static final SpawnOrder NONE = new SpawnOrder(new String[0], null, new int[0], null);

    private static final String PLACING = "map_by";

    /** Room for error codes at ranks that do not know the number of processes. */
    private static final int MOST_PROCESSES = 1 << 16;

    /** @throws MessageException where MPI could not work with it */
    SpawnOrder checked(String call, int[] errorCodes) {
        Check.argument(call, commands != null && commands.length > 0, "commands", "none", "one or more");
        Check.length(call, "maxprocs", processes, commands.length);
        Check.argument(call, arguments == null || arguments.length >= commands.length, "argv",
                "arguments for fewer commands", "arguments for " + commands.length + ", or null");
        Check.argument(call, hints == null || hints.length >= commands.length, "info", "hints for fewer commands",
                "hints for " + commands.length + ", or null");
        for (int i = 0; i < commands.length; i++) {
            Check.argument(call, commands[i] != null && !commands[i].isEmpty(), "command[" + i + "]",
                    commands[i] == null ? "null" : "empty", "an executable");
            Check.argument(call, processes[i] > 0, "maxprocs[" + i + "]", processes[i], "1 or more");
        }
        Check.argument(call, total() <= MOST_PROCESSES, "maxprocs", total(), "at most " + MOST_PROCESSES);
        Check.argument(call, errorCodes == null || errorCodes.length >= total(), "errcodes",
                errorCodes == null ? "null" : "an array of length " + errorCodes.length, "one of length " + total());
        return this;
    }

    private long total() {
        return Arrays.stream(processes).asLongStream().limit(commands.length).sum();
    }

    Communicator spawn(Communicator comm, String call, Texts texts, int root, int[] errorCodes) {
        int count = commands.length;
        long[] names = new long[count];
        long[] lists = new long[count];
        for (int i = 0; i < count; i++) {
            names[i] = texts.add("command", commands[i]);
            lists[i] = list(texts, arguments == null || arguments[i] == null ? new String[0] : arguments[i]);
        }
        long nativeNames = texts.addresses(names);
        long nativeLists = texts.addresses(lists);
        long nativeProcesses = texts.ints(processes);
        boolean tells = !comm.isMixed(); // ranks of other languages would not receive it
        NativeBuffer shared = NativeBuffer.acquire(2 * Long.BYTES);
        shared.bytes().putLong(0, !tells && count == 0 ? MOST_PROCESSES : total()).putLong(Long.BYTES, 0);
        try {
            return Processes.spawned(comm, call, shared, errorCodes,
                    slot -> withHints(call, 0, new long[count], infos -> MpiProcesses.spawn(count, nativeNames,
                            nativeLists, nativeProcesses, texts.addresses(infos), root, tells, comm.handle(),
                            shared.address(), slot)));
        } finally {
            shared.release();
        }
    }

    private static long list(Texts texts, String[] arguments) {
        long[] addresses = new long[arguments.length + 1];
        for (int i = 0; i < arguments.length; i++) {
            addresses[i] = texts.add("argv[" + i + "]", arguments[i]);
        }
        return texts.addresses(addresses);
    }

    /** A call that takes hints for each command. */
    @FunctionalInterface
    private interface Call {
        int with(long[] infos);
    }

    /**
     * The hints of a command, without a placement that an earlier command has given: Open MPI 5 fails where two
     * commands give it.
     */
    private Hints hintsOf(int command) {
        Hints own = hints == null || hints[command] == null ? null : hints[command].copy();
        for (int before = 0; before < command && own != null; before++) {
            if (hints[before] != null && hints[before].has(PLACING, own.get(PLACING))) {
                own.delete(PLACING);
            }
        }
        return own;
    }

    private int withHints(String call, int next, long[] infos, Call use) {
        if (next == infos.length) {
            return use.with(infos);
        }
        return Hints.use(call, hintsOf(next), info -> {
            infos[next] = info;
            return withHints(call, next + 1, infos, use);
        });
    }
}

package org.rmi4mpi.tests.faults;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.tests.hostile.Tally;
import org.rmi4mpi.tests.runner.Patience;

/**
 * A rank of the job. It does what {@link FaultRun} tells it over a socket. The commands do not use the code under test.
 */
public final class FaultyCalls {
    /** No call takes longer than this, whatever fails and however busy the machine is. */
    static final int SECONDS = Integer.getInteger("faults.seconds", 60);
    private static final int WARM_UP = 3;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final Tally tally = new Tally();
    private final FaultyObject own = new FaultyObject(tally);
    private final List<FaultyTarget> targets = Ranks.each(FaultyTarget.class, own);
    private final long seed;
    private FaultyCase drawn;
    private CountDownLatch checked;
    private List<CallingThread> threads = List.of();

    private FaultyCalls(long seed) throws Exception {
        this.seed = seed;
    }

    /** @param args port of the one that commands; seed; whether to make calls before */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        FaultyCalls calls = new FaultyCalls(Long.parseLong(args[1]));
        if (Boolean.parseBoolean(args[2])) {
            calls.warmUp();
        }
        MPI.COMM_WORLD.Barrier();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
            socket.setTcpNoDelay(true);
            calls.obey(new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()));
        }
        calls.tally.print(calls.rank);
        MPI.Finalize();
    }

    /** Keeps faults away from first calls, which generate stubs and copiers. */
    private void warmUp() throws Exception {
        Caller caller = new Caller(rank, targets, new Random(rank));
        for (int i = 0; i < WARM_UP; i++) {
            for (CallKind kind : EnumSet.complementOf(EnumSet.of(CallKind.CALL_BACK_DEEP))) {
                for (int target = 0; target < size; target++) {
                    try {
                        caller.call(kind, target);
                    } catch (CallTimeoutException | CompletionException e) {
                        if (!kind.maybeLate()) {
                            throw e;
                        }
                    }
                }
            }
        }
    }

    private void obey(DataInputStream in, DataOutputStream out) throws Exception {
        out.writeInt(rank);
        while (true) {
            String[] command;
            try {
                command = in.readUTF().split(" ");
            } catch (EOFException e) {
                Runtime.getRuntime().halt(1); // nobody commands any more
                return;
            }
            String reply = switch (command[0]) {
                case "arm" -> arm(Integer.parseInt(command[1]));
                case "run" -> run();
                case "disarm" -> disarm();
                case "check" -> check();
                case "notes" -> notes();
                case "places" -> String.join("\n", Faults.places());
                case "dump" -> Traces.allThreads();
                default -> "";
            };
            byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
            out.flush();
            if (command[0].equals("end")) {
                return;
            }
        }
    }

    private String arm(int number) {
        drawn = FaultyCase.draw(seed, number, size);
        checked = new CountDownLatch(1);
        threads = new ArrayList<>();
        for (int i = 0; drawn.calling()[rank] && i < drawn.threads(); i++) {
            Caller caller = new Caller(rank, targets, drawn.random(rank, i));
            threads.add(new CallingThread(drawn, caller, size, "caller-" + number + "." + i, checked));
        }
        Faults.arm(drawn.plans()[rank]);
        return "";
    }

    /** Returns lines: what was lost, and what must not be. */
    private String run() throws InterruptedException {
        threads.forEach(Thread::start);
        Patience patience = new Patience(SECONDS);
        StringBuilder lines = new StringBuilder();
        for (CallingThread thread : threads) {
            while (!thread.ended().await(Patience.STEP_MS, TimeUnit.MILLISECONDS) && !patience.isOver()) {
                // it may end yet
            }
            if (thread.ended().getCount() > 0) {
                lines.append("lost a call of ").append(thread.getName()).append('\n');
            } else {
                count(thread, lines);
            }
        }
        return lines.toString();
    }

    private void count(CallingThread thread, StringBuilder lines) {
        for (int i = 0; i < thread.made(); i++) {
            tally.made();
            if (i >= thread.failed()) {
                tally.answered();
            } else {
                tally.failed(new Failure());
            }
        }
        for (Throwable each : thread.failures()) {
            if (each != null && !isExpected(each)) {
                lines.append("odd ").append(text(each)).append('\n');
            } else if (each instanceof StackOverflowError) {
                lines.append("overflow ").append(Traces.ours(each)).append('\n');
            }
        }
    }

    private static final class Failure extends Throwable {
        private static final long serialVersionUID = 1L;
    }

    /** Memory and stack may fail, and so may calls with a short time-out, in whatever form that is reported. */
    private static boolean isExpected(Throwable e) {
        Throwable each = e;
        for (int i = 0; each != null && i < 20; i++, each = each.getCause()) {
            if (each instanceof Caller.WrongException) {
                return false;
            } else if (each instanceof OutOfMemoryError || each instanceof StackOverflowError
                    || each instanceof CallTimeoutException
                    || ("" + each.getMessage()).matches("(?s).*(OutOfMemoryError|StackOverflowError).*")) {
                return true;
            }
        }
        return false;
    }

    private static String text(Throwable e) {
        StringBuilder text = new StringBuilder();
        Throwable each = e;
        for (int i = 0; each != null && i < 5; i++, each = each.getCause()) {
            text.append(i == 0 ? "" : " caused by ").append(each.toString().replace('\n', ' ')).append(" at ");
            StackTraceElement[] trace = each.getStackTrace();
            for (int frame = 0; frame < Math.min(trace.length, 10); frame++) {
                text.append(frame == 0 ? "" : " < ").append(Traces.frame(trace[frame]));
            }
        }
        return text.toString();
    }

    private static String disarm() {
        Faults.disarm();
        return "";
    }

    private String check() throws InterruptedException {
        checked.countDown();
        Patience patience = new Patience(SECONDS);
        StringBuilder lines = new StringBuilder();
        for (CallingThread thread : threads) {
            while (thread.isAlive() && !patience.isOver()) {
                thread.join(Patience.STEP_MS);
            }
            if (thread.isAlive()) {
                lines.append("lost a call of ").append(thread.getName()).append(", when nothing failed any more\n");
                continue;
            } else if (thread.wrong() != null) {
                lines.append("wrong ").append(text(thread.wrong())).append('\n');
            }
            for (int target = 0; target < size; target++) {
                lines.append("sent ").append(target).append(' ').append(thread.caller().sent(target)).append(' ')
                        .append(thread.caller().begun(target)).append('\n');
            }
        }
        for (String wrong = own.takeWrong(); wrong != null; wrong = own.takeWrong()) {
            lines.append("wrong ").append(wrong).append('\n');
        }
        return lines.append("thrown ").append(Faults.thrown()).append('\n').toString();
    }

    /** Returns the number of one-way calls that have arrived from each rank. */
    private String notes() {
        StringBuilder lines = new StringBuilder();
        for (int caller = 0; caller < size; caller++) {
            lines.append(own.notesOf(caller)).append('\n');
        }
        return lines.toString();
    }
}

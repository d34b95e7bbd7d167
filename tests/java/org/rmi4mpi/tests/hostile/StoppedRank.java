package org.rmi4mpi.tests.hostile;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Rank 0 stops the process of rank 1 by a signal, and makes calls of all kinds to it. It continues the process when the
 * calls have been reported as overdue. Another rank makes a call that returns only at the end.
 */
public final class StoppedRank {
    private static final int CALLERS = 5;
    private static final int ASYNC_CALLS = 20;
    private static final int BATCHED = 3;

    interface Stopped extends Remote {
        long pid() throws RemoteException;

        int next(int a) throws RemoteException;

        void count() throws RemoteException;

        void runUntilEnded() throws RemoteException, InterruptedException;

        void end() throws RemoteException;
    }

    static final class RankStopped extends UnicastRemoteObject implements Stopped {
        private static final long serialVersionUID = 1L;
        private static final Tally TALLY = new Tally();
        private boolean ended;

        RankStopped() throws RemoteException {}

        @Override
        public long pid() {
            return ProcessHandle.current().pid();
        }

        @Override
        public int next(int a) {
            TALLY.served();
            return a + 1;
        }

        @Override
        public void count() {
            TALLY.served();
        }

        @Override
        public synchronized void runUntilEnded() throws InterruptedException {
            TALLY.served();
            while (!ended) {
                wait();
            }
        }

        @Override
        public synchronized void end() {
            ended = true;
            notifyAll();
        }
    }

    /** Standard error, and what was written there. */
    static final class Heard extends OutputStream {
        private final OutputStream out = new FileOutputStream(FileDescriptor.err);
        private final ByteArrayOutputStream copy = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            try {
                out.write(bytes, offset, length);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            copy.write(bytes, offset, length);
        }

        synchronized boolean has(String text) {
            return copy.toString(StandardCharsets.UTF_8).contains(text);
        }
    }

    private StoppedRank() {}

    public static void main(String[] args) throws Exception {
        Heard heard = new Heard();
        System.setErr(new PrintStream(heard, true));
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 1) {
            Naming.rebind("stopped", new RankStopped());
        }
        MPI.COMM_WORLD.Barrier();
        Stopped stopped = (Stopped) Naming.lookup("stopped");
        Tally tally = rank == 1 ? RankStopped.TALLY : new Tally();
        if (rank == 0) {
            stopAndCall(stopped, tally, heard);
        } else if (rank == 2) {
            tally.call(() -> {
                stopped.runUntilEnded();
                return null;
            });
        }
        MPI.COMM_WORLD.Barrier();
        tally.print(rank);
        MPI.Finalize();
    }

    private static void stopAndCall(Stopped stopped, Tally tally, Heard heard) throws Exception {
        long pid = stopped.pid();
        signal("STOP", pid);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int a = i;
            callers.add(start(tally, () -> answer(stopped.next(a), a)));
        }
        Stopped inTime = Calls.withTimeout(stopped, Duration.ofHours(1));
        callers.add(start(tally, () -> answer(inTime.next(1), 1)));
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < ASYNC_CALLS; i++) {
            tally.made();
            futures.add(Calls.future(Calls.async(stopped).next(i)));
        }
        callers.add(start(tally, () -> {
            Batch<Stopped> batch = Calls.batch(stopped);
            for (int i = 0; i < BATCHED; i++) {
                batch.stub().count();
            }
            batch.send();
            return null;
        }));
        while (!heard.has("kill -CONT " + pid)) {
            Thread.sleep(20);
        }
        signal("CONT", pid);
        for (Thread caller : callers) {
            caller.join();
        }
        for (int i = 0; i < ASYNC_CALLS; i++) {
            answer(futures.get(i).join(), i);
            tally.answered();
        }
        stopped.end();
    }

    private static Thread start(Tally tally, Callable<?> call) {
        Thread thread = new Thread(() -> tally.call(call));
        thread.start();
        return thread;
    }

    private static Integer answer(int answer, int argument) {
        if (answer != argument + 1) {
            throw new IllegalStateException("next(" + argument + ") = " + answer);
        }
        return answer;
    }

    private static void signal(String name, long pid) throws Exception {
        new ProcessBuilder("kill", "-" + name, "" + pid).inheritIO().start().waitFor();
    }
}

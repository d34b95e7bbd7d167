package org.rmi4mpi.bench.call;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The same messages in C: two ranks of {@code mpibench}, which read requests from standard input. */
final class CProgram extends Group {
    private static final int LONGEST_ANSWER_MS = 60_000;
    private static final int LONGEST_END_S = 10;

    private final Process mpirun;
    private final PrintWriter out;
    private final BufferedReader in;
    private final List<Long> ranks;

    CProgram(Signals signals, Process mpirun) throws IOException {
        super(signals);
        this.mpirun = mpirun;
        out = new PrintWriter(mpirun.getOutputStream(), true, StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(mpirun.getInputStream(), StandardCharsets.UTF_8));
        roundTripUs(new Calls.Frames(8, 8), 1, 1); // both ranks are there
        ranks = mpirun.descendants().map(ProcessHandle::pid).toList();
    }

    @Override
    List<Long> processes() {
        return ranks;
    }

    double roundTripUs(Calls.Frames frames, int batches, long batchMs) throws IOException {
        out.println(frames.request() + " " + frames.reply() + " " + batches + " " + 1000 * batchMs);
        for (int waitedMs = 0; !in.ready(); waitedMs++) {
            if (waitedMs > LONGEST_ANSWER_MS || !mpirun.isAlive()) {
                throw new IOException("mpibench has not answered, and was asked for " + frames);
            }
            sleepMs();
        }
        return Double.parseDouble(in.readLine().trim());
    }

    private static void sleepMs() throws IOException {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        resume();
        out.close();
        List<ProcessHandle> all = new ArrayList<>(mpirun.descendants().toList());
        try {
            if (!mpirun.waitFor(LONGEST_END_S, TimeUnit.SECONDS)) {
                mpirun.destroy();
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }
}

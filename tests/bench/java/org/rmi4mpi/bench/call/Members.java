package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A group of {@link Member}s: an MPI job of Java ranks, or a number of JVMs with JDK RMI. Awake at first. */
final class Members extends Group {
    private static final int LONGEST_START_MS = 60_000;
    private static final int LOOK_MS = 200;
    private static final int LONGEST_END_S = 20;

    private final List<Process> started;
    private final Control[] controls;
    private boolean isBroken;

    /** @param started the processes that were started, of which members come: mpirun alone, or all JVMs */
    Members(Signals signals, int size, ServerSocket welcome, List<Process> started) throws IOException {
        super(signals);
        this.started = started;
        controls = new Control[size];
        try {
            for (int i = 0; i < size; i++) {
                Control control = accept(welcome);
                controls[control.index()] = control;
            }
        } catch (IOException e) {
            destroy();
            throw e;
        }
    }

    private Control accept(ServerSocket welcome) throws IOException {
        welcome.setSoTimeout(LOOK_MS);
        for (int waitedMs = 0; waitedMs < LONGEST_START_MS; waitedMs += LOOK_MS) {
            try {
                return new Control(welcome.accept());
            } catch (SocketTimeoutException e) {
                if (started.stream().anyMatch(process -> !process.isAlive())) {
                    throw new IOException("a process ended as it started");
                }
            }
        }
        throw new IOException("the members have not started in " + LONGEST_START_MS + " ms");
    }

    int size() {
        return controls.length;
    }

    @Override
    List<Long> processes() {
        List<Long> processes = new ArrayList<>();
        for (Control control : controls) {
            processes.add(control.process());
        }
        return processes;
    }

    String ask(int member, Object... words) throws IOException {
        controls[member].tell(words);
        return answer(controls[member]);
    }

    private String answer(Control member) throws IOException {
        try {
            return member.answer();
        } catch (SocketTimeoutException e) {
            isBroken = true;
            dump();
            throw new IOException("member " + member.index() + " has not answered; its stacks are in the log", e);
        } catch (IOException e) {
            isBroken = true;
            throw e;
        }
    }

    double value(int member, Object... words) throws IOException {
        return Double.parseDouble(ask(member, words));
    }

    /** All of them at once. */
    List<String> askAll(Object... words) throws IOException {
        return askAll(Collections.nCopies(size(), words));
    }

    /** Asks each member its own question, all at once; null for a member without a question. */
    List<String> askAll(List<Object[]> questions) throws IOException {
        for (int i = 0; i < size(); i++) {
            if (questions.get(i) != null) {
                controls[i].tell(questions.get(i));
            }
        }
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            if (questions.get(i) != null) {
                answers.add(answer(controls[i]));
            }
        }
        return answers;
    }

    /**
     * Waits until each member has its object, and the stubs of all.
     *
     * @param marshaller name of the {@link Marshaller}; "" for none
     */
    Members joined(int registryPort, String marshaller) throws IOException {
        for (int i = 0; i < size(); i++) {
            ask(i, "join", registryPort, size(), marshaller);
        }
        askAll("find", size());
        return this;
    }

    @Override
    public void close() throws IOException {
        try {
            resume();
            if (isBroken) {
                return;
            }
            askAll("end");
            for (Process process : started) {
                if (!process.waitFor(LONGEST_END_S, TimeUnit.SECONDS)) {
                    throw new IOException("process " + process.pid() + " has not ended in " + LONGEST_END_S + " s");
                }
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            destroy();
        }
    }

    private void destroy() {
        for (Process process : started) {
            List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
            process.destroy();
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }
}

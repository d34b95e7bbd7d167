package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** Tasks that are killed while they compute, wait, or ignore interrupts, or have a hook that does not end. The first argument of a task names its way. */
final class Killing {
    private static final int BEGUN = 1;
    private static final int ENDED = 2;
    private static final int KILLED = 137;

    private Killing() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (args.length > 0) {
            if (jpvm.pvm_parent() != null) {
                jpvm.pvm_send(Expect.buffer(0), jpvm.pvm_parent(), BEGUN);
            }
            System.out.println(args[0] + " begins");
            goOn(jpvm, args[0]);
            return;
        }
        for (String way : new String[] {"waits", "catches", "ignores", "closes", "has a hook", "computes"}) {
            jpvmTaskId[] task = Expect.spawn(jpvm, Killing.class, 1, way);
            jpvm.pvm_recv(task[0], BEGUN);
            jpvm.pvm_notify(ENDED, 1, task);
            jpvm.pvm_kill(task[0]);
            assertThat(way, Expect.status(jpvm.pvm_recv(ENDED), task[0]), is(KILLED));
        }
        System.out.println("killed as expected");
    }

    private static void goOn(jpvmEnvironment jpvm, String way) throws jpvmException {
        switch (way) {
            case "waits" -> jpvm.pvm_recv();
            case "catches" -> {
                while (true) {
                    try {
                        jpvm.pvm_recv();
                    } catch (Throwable e) {
                        System.out.println("caught " + e);
                    }
                }
            }
            case "ignores" -> {
                while (true) {
                    try {
                        Thread.sleep(Long.MAX_VALUE);
                    } catch (InterruptedException e) {
                        System.out.println("caught " + e);
                    }
                }
            }
            case "closes" -> {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (Throwable e) {
                    System.out.println("caught " + e);
                } finally {
                    System.out.println("closed in finally");
                    receiveAgain(jpvm);
                }
            }
            case "has a hook" -> {
                Thread hook = new Thread(Killing::compute, "endless hook");
                hook.setDaemon(true);
                Runtime.getRuntime().addShutdownHook(hook);
                jpvm.pvm_recv();
            }
            case "computes" -> compute();
            default -> throw new IllegalArgumentException(way);
        }
    }

    /** Fails, since it uses the environment of a task that ends. */
    private static void receiveAgain(jpvmEnvironment jpvm) {
        try {
            jpvm.pvm_recv();
        } catch (jpvmException e) {
            System.out.println("caught " + e);
        }
    }

    private static void compute() {
        for (double x = 1; x > 0;) {
            x = Math.sqrt(x + 1);
        }
    }
}

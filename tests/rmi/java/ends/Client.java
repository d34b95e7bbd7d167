package ends;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.locks.LockSupport;

/** Ends in one of several ways. */
public class Client {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("is-interrupted")) {
            Thread.currentThread().interrupt();
        }
        Service service = (Service) LocateRegistry.getRegistry("rank0", 2020).lookup("service");
        System.out.println(service.ping("pong 1"));
        switch (args[0]) {
            case "returns" -> {}
            case "is-interrupted" -> System.out.println("still interrupted: " + Thread.interrupted());
            case "exits" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> ping(service, "pong of the hook")));
                System.exit(0);
            }
            case "halts-in-its-hook" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    ping(service, "pong of the hook");
                    Runtime.getRuntime().halt(0);
                }));
                System.exit(0);
            }
            case "has-a-slow-hook", "has-a-slow-hook-and-interrupts" -> {
                Thread hook = new Thread(() -> {
                    pause();
                    ping(service, "pong of the hook");
                });
                Runtime.getRuntime().addShutdownHook(hook);
                if (args[0].endsWith("interrupts")) {
                    interruptAllBut(hook);
                }
                System.exit(0);
            }
            case "returns-with-a-full-heap" -> new Thread(() -> {
                fillHeap();
                ping(service, "pong at last");
            }).start();
            case "fails" -> System.exit(3);
            case "throws" -> throw new IllegalStateException("failed on purpose");
            case "works-on" -> new Thread(() -> {
                for (int i = 2; i < 6; i++) {
                    pause();
                    ping(service, "pong " + i);
                }
            }).start();
            case "shuts-down" -> {
                try {
                    service.shutdown();
                } catch (RemoteException e) {
                    System.out.println("the server is down: " + e.getClass().getSimpleName());
                }
            }
            case "shuts-down-soon" -> {
                service.shutdownSoon();
                pause();
            }
            case "shuts-down-with-lock" -> {
                service.shutdownWithLock();
                pause();
                System.out.println(service.pingWithLock("pong with the lock"));
            }
            case "is-kept" -> {
                KeptObject kept = new KeptObject();
                Thread caller = new Thread(() -> {
                    try {
                        service.keep(kept);
                    } catch (RemoteException ex) {
                        // the job ends
                    }
                });
                caller.setDaemon(true);
                caller.start();
                kept.await();
            }
            case "is-reminded" -> service.remind(new ReminderObject());
            case "asks-for-more" -> {
                try {
                    LocateRegistry.getRegistry("rank0", 2020).lookup("misspelt");
                } catch (NotBoundException e) {
                    System.out.println("not bound: " + e.getMessage());
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Ends its own export, and the client with it. */
    static class ReminderObject extends UnicastRemoteObject implements Service.Reminder {
        private static final long serialVersionUID = 1L;

        ReminderObject() throws RemoteException {}

        @Override
        public void remind(String text) throws RemoteException {
            System.out.println(text);
            UnicastRemoteObject.unexportObject(this, true);
        }
    }

    static class KeptObject extends UnicastRemoteObject implements Service.Reminder {
        private static final long serialVersionUID = 1L;
        private boolean isKept;

        KeptObject() throws RemoteException {}

        @Override
        public synchronized void remind(String text) {
            isKept = true;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            while (!isKept) {
                wait();
            }
        }
    }

    /** For some time, in which all others find nothing. */
    private static void fillHeap() {
        Object[] last = null;
        int length = 1 << 16;
        for (long end = System.nanoTime() + 1_000_000_000; System.nanoTime() - end < 0;) {
            try {
                last = new Object[] {last, new byte[length]};
            } catch (OutOfMemoryError e) {
                length = Math.max(1, length / 2);
            }
        }
    }

    private static void interruptAllBut(Thread hook) {
        Thread interrupter = new Thread(() -> {
            while (true) {
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread != hook && thread != Thread.currentThread())
                        .forEach(Thread::interrupt);
                LockSupport.parkNanos(1_000_000);
            }
        });
        interrupter.setDaemon(true);
        interrupter.start();
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void ping(Service service, String text) {
        try {
            System.out.println(service.ping(text));
        } catch (RemoteException e) {
            System.out.println("no " + text + ": " + e);
        }
    }
}

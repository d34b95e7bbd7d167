package org.rmi4mpi.tests.programs;

import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** A job in which the last rank ends in one of several ways while the others wait for it. */
public final class Misbehave {
    interface Parking extends Remote {
        void park() throws RemoteException, InterruptedException;
    }

    static final class ParkingObject extends UnicastRemoteObject implements Parking {
        private static final long serialVersionUID = 1L;

        ParkingObject() throws RemoteException {}

        @Override
        public synchronized void park() throws InterruptedException {
            while (true) {
                wait();
            }
        }
    }

    private static final class Unprintable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("has no message");
        }
    }

    interface Observed extends Remote {
        boolean mainHasReturned() throws RemoteException;
    }

    static final class ObservedMain extends UnicastRemoteObject implements Observed {
        private static final long serialVersionUID = 1L;
        private final transient Thread main = Thread.currentThread();

        ObservedMain() throws RemoteException {}

        @Override
        public boolean mainHasReturned() {
            return isIn(main, "mainReturned") && main.getState() == Thread.State.BLOCKED;
        }
    }

    private Misbehave() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("before-init")) {
            throw new IllegalStateException("failed before init");
        } else if (args[0].equals("exit-before-init")) {
            System.exit(3);
        } else if (args[0].equals("early")) {
            callBeforeInit();
        }
        MPI.Init(args);
        boolean last = MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1;
        switch (args[0]) {
            case "early" -> {}
            case "well" -> System.out.println("args " + String.join("|", args) + " of "
                    + System.getProperty("some.property") + " heap " + (Runtime.getRuntime().maxMemory() >> 20));
            case "throw" -> {
                if (last) {
                    throw new IllegalStateException("failed on purpose");
                }
            }
            case "throw-unprintable" -> {
                if (last) {
                    throw new Unprintable();
                }
            }
            case "exit-in-finalize" -> {
                endDuringFinalize(last);
                return;
            }
            case "finalize-elsewhere" -> {
                finalizeElsewhere(last);
                return;
            }
            case "exit" -> {
                if (last) {
                    System.exit(0);
                }
            }
            case "return" -> {
                new Thread(() -> {
                    MPI.COMM_WORLD.Barrier();
                    System.out.println("rank " + MPI.COMM_WORLD.Rank() + " has met the others");
                }).start();
                return;
            }
            case "abort" -> {
                if (last) {
                    MPI.COMM_WORLD.Abort(7);
                }
            }
            case "kill" -> {
                if (last) {
                    new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
                }
            }
            case "exit-after" -> {
                MPI.Finalize();
                System.exit(last ? 3 : 0);
            }
            case "parked" -> {
                parkForEver(last);
                return;
            }
            case "receiving" -> {
                Thread receiver = new Thread(() -> {
                    try {
                        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 99);
                    } catch (mpi.MPIException e) {
                        System.out.println("receiver got " + e.getMessage());
                    }
                });
                receiver.start();
                MPI.COMM_WORLD.Barrier();
                MPI.Finalize();
                receiver.join();
                return;
            }
            case "pending" -> {
                leaveOperationsPending();
                return;
            }
            case "late" -> {
                double start = MPI.Wtime();
                MPI.Finalize();
                System.out.println("still known: rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size()
                        + " on " + MPI.Get_processor_name() + ", " + (MPI.Wtime() > start));
                MPI.COMM_WORLD.Barrier();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static boolean isIn(Thread thread, String method) {
        return Stream.of(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals(method));
    }

    /** The others never come to their MPI.Finalize. */
    private static void endDuringFinalize(boolean last) throws InterruptedException {
        Thread main = Thread.currentThread();
        if (last) {
            Thread exiting = new Thread(() -> {
                while (!isIn(main, "barrier")) {
                    Thread.yield();
                }
                System.exit(0);
            });
            exiting.setDaemon(true);
            exiting.start();
            MPI.Finalize();
        } else {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 97);
        }
    }

    /** Main of the last rank returns while a daemon thread is in MPI.Finalize there. The others call it later. */
    private static void finalizeElsewhere(boolean last) throws Exception {
        if (last) {
            Naming.rebind("observed", new ObservedMain());
        }
        MPI.COMM_WORLD.Barrier();
        if (last) {
            Thread finalizing = new Thread(MPI::Finalize);
            finalizing.setDaemon(true);
            finalizing.start();
            while (!isIn(finalizing, "barrier")) {
                Thread.yield();
            }
        } else {
            Observed observed = (Observed) Naming.lookup("observed");
            while (!observed.mainHasReturned()) {
                Thread.sleep(1);
            }
            MPI.Finalize();
        }
    }

    private static void callBeforeInit() throws InterruptedException {
        int[] one = new int[1];
        tellRefused(MPI::Finalize, () -> MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, 0, 0),
                () -> MPI.SUM.Call(one, 0, one, 0, 1, MPI.INT), () -> MPI.COMM_WORLD.Pack_size(1, MPI.INT),
                () -> MPI.COMM_WORLD.Object_Serialize("text", 0, 1, MPI.OBJECT));
    }

    private static void tellRefused(Runnable... calls) throws InterruptedException {
        int refused = 0;
        for (Runnable call : calls) {
            Thread thread = new Thread(call);
            boolean[] failed = new boolean[1];
            thread.setUncaughtExceptionHandler((t, e) -> failed[0] = e instanceof MPIException);
            thread.start();
            thread.join();
            refused += failed[0] ? 1 : 0;
        }
        System.out.println("refused " + (calls.length - refused) + " less than all");
    }

    /** Receives without a sender do not keep the job from its end, and nothing touches MPI afterwards. */
    @SuppressWarnings("ReturnValueIgnored") // clone is refused
    private static void leaveOperationsPending() throws Exception {
        Request[] requests = {
            MPI.COMM_WORLD.Irecv(new int[100], 0, 100, MPI.INT, 0, 90),
            MPI.COMM_WORLD.Irecv(ByteBuffer.allocateDirect(100_000), 0, 100_000, MPI.BYTE, 0, 91),
            MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, 0, 92),
            MPI.COMM_WORLD.Isend(new int[1], 0, 1, MPI.INT, 0, 93)
        };
        MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, 94).Free();
        CompletableFuture<Status> future = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, 95).toFuture();
        Intracomm other = MPI.COMM_WORLD.clone();
        MPI.Finalize();
        tellRefused(
                MPI::Finalize, requests[0]::Wait, requests[1]::Test, requests[2]::Cancel, requests[3]::Free,
                () -> Request.Waitall(requests), () -> Request.Waitany(requests), requests[0]::toFuture, other::Free,
                other::Barrier, other::clone, () -> other.Split(0, 0), () -> other.Iprobe(0, 0),
                () -> MPI.Init(new String[0]), () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, 0),
                () -> MPI.SUM.Call(new int[1], 0, new int[1], 0, 1, MPI.INT));
        try {
            future.join();
        } catch (CompletionException e) {
            System.out.println("future got " + e.getCause().getMessage());
        }
    }

    /** A call that never returns does not keep the job from its end. */
    private static void parkForEver(boolean last) throws Exception {
        if (last) {
            Naming.rebind("parking", new ParkingObject());
        }
        MPI.COMM_WORLD.Barrier();
        Parking parking = (Parking) Naming.lookup("parking");
        Thread caller = new Thread(() -> {
            try {
                parking.park();
            } catch (ConnectException e) {
                System.out.println("caller got " + e.getClass().getSimpleName());
            } catch (RemoteException | InterruptedException e) {
                System.out.println("caller got the wrong " + e);
            }
        });
        if (!last) { // a call to the own rank is a direct call, which nobody can end
            caller.start();
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
        caller.join();
    }
}

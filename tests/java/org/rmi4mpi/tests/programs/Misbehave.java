package org.rmi4mpi.tests.programs;

import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
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

    private Misbehave() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("before-init")) {
            throw new IllegalStateException("failed before init");
        }
        MPI.Init(args);
        boolean last = MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1;
        switch (args[0]) {
            case "well" -> System.out.println("args " + String.join("|", args) + " of "
                    + System.getProperty("some.property") + " heap " + (Runtime.getRuntime().maxMemory() >> 20));
            case "throw" -> {
                if (last) {
                    throw new IllegalStateException("failed on purpose");
                }
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
                    ProcessHandle.current().destroyForcibly();
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
        caller.start();
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
        caller.join();
    }
}

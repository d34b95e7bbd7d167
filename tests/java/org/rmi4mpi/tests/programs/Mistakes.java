package org.rmi4mpi.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** A program with a beginner's mistake, or one that waits until it is interrupted. */
public final class Mistakes {
    /** Lacks "extends Remote". */
    interface Greeter {
        String greet() throws RemoteException;
    }

    /** An interface that is not remote. */
    interface Local {
        void rest();
    }

    interface Counter extends Remote {
        int count() throws RemoteException;
    }

    private static final class GreeterObject extends UnicastRemoteObject implements Greeter {
        private static final long serialVersionUID = 1L;

        GreeterObject() throws RemoteException {}

        @Override
        public String greet() {
            return "hello";
        }
    }

    private static final class CounterObject extends UnicastRemoteObject
            implements Counter, Local, Comparable<CounterObject> {
        private static final long serialVersionUID = 1L;

        CounterObject() throws RemoteException {}

        @Override
        public int count() {
            return 1;
        }

        @Override
        public void rest() {}

        @Override
        public int compareTo(CounterObject other) {
            return 0;
        }
    }

    private Mistakes() {}

    /** An operation that fails at its call. */
    private interface Failing {
        void run(Intracomm comm) throws MPIException;
    }

    /** The second time the error handler of a duplicate ends the job. */
    private static void failTwice(String operation) throws MPIException {
        Failing failing = switch (operation) {
            case "send" -> comm -> comm.send(new int[1], 1, MPI.INT, 5, 0);
            case "recv" -> comm -> comm.recv(new int[1], 2, MPI.INT, 0, 0);
            case "bSend" -> comm -> comm.bSend(new byte[1 << 20], 1 << 20, MPI.BYTE, 0, 0);
            case "waitAll" -> comm -> {
                Request send = comm.iSend(new int[2], 2, MPI.INT, 1, 0);
                Request tooShort = comm.iRecv(new int[1], 1, MPI.INT, 1, 0);
                Request.waitAll(new Request[] {tooShort, send});
            };
            default -> throw new IllegalArgumentException(operation);
        };
        Intracomm copy = MPI.COMM_WORLD.dup();
        if (copy.getRank() == 1) {
            try {
                failing.run(copy);
            } catch (MPIException e) {
                System.out.println("went on after the first error");
            }
            copy.setErrhandler(MPI.ERRORS_ARE_FATAL);
            try {
                failing.run(copy);
            } catch (MPIException e) {
                System.out.println("went on after the fatal error");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        switch (args[0]) {
            case "plain-interface" -> {
                new CounterObject();
                new GreeterObject();
                new GreeterObject();
            }
            case "fatal-error" -> failTwice(args[1]);
            case "naming-of-the-jdk" -> java.rmi.Naming.lookup("//localhost:1/greeter");
            case "other-program" -> Naming.lookup("//rank1/greeter");
            case "wait" -> {
                Files.createFile(Path.of(args[1] + MPI.COMM_WORLD.Rank()));
                Thread.sleep(Long.MAX_VALUE);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }
}

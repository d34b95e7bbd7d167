package gate;

import java.rmi.AccessException;
import java.rmi.MarshalException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.rmi.server.Unreferenced;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Calls the objects of a job, from outside. */
public class Client {
    private static final class Told implements Listener {
        @Override
        public String told(String text) throws SolverException {
            if (text.equals("fail")) {
                throw new SolverException("the client has failed", new IllegalStateException("its cause"));
            }
            if (text.equals("wait")) {
                System.out.println("the client is called back");
                LockSupport.park(this);
            }
            return "told " + text;
        }

        @Override
        public int rankOf(Part part) throws RemoteException {
            return part.rank();
        }
    }

    /** A call-back of which the client is told that nobody refers to it any more. */
    private static final class Kept implements Listener, Unreferenced {
        private final CountDownLatch dropped = new CountDownLatch(1);

        @Override
        public String told(String text) {
            return text;
        }

        @Override
        public int rankOf(Part part) throws RemoteException {
            return part.rank();
        }

        @Override
        public void unreferenced() {
            dropped.countDown();
        }
    }

    /** @param arguments host:port, or a port of this host; and what to do */
    public static void main(String[] arguments) throws Exception {
        String[] place = arguments[0].split(":");
        Registry registry = LocateRegistry.getRegistry(place.length > 1 ? place[0] : "localhost",
                Integer.parseInt(place[place.length - 1]));
        String way = arguments.length > 1 ? arguments[1] : "all";
        Solver solver = (Solver) registry.lookup("solver");
        switch (way) {
            case "all" -> all(registry, solver);
            case "stop" -> solver.stop();
            case "sleep" -> sleep(solver);
            case "lease" -> lease(solver);
            case "leased" -> System.out.println("leased " + solver.isLeased());
            default -> throw new IllegalArgumentException(way);
        }
        System.out.println("the client has ended");
        System.exit(0);
    }

    private static void all(Registry registry, Solver solver) throws Exception {
        check(Arrays.asList(registry.list()).equals(List.of("solver")), "names: " + Arrays.toString(registry.list()));
        check(solver.greet("you").equals("hello you"), "a string");
        check(Arrays.equals(solver.scale(new double[] {1, 2}, 2), new double[] {2, 4}), "an array");
        check(solver.scale(new double[2 << 20], 2).length == 2 << 20, "a long array");
        check(solver.move(new Point(1, 2), 3).equals(new Point(4, 5)), "a record");
        check(solver.reverse(List.of(new Point(1, 1), new Point(2, 2))).get(0).x() == 2, "a list");
        check(solver.cell().change(List.of(new MarkCell.Mark(3))).number() == 4, "a type that an interface fixes");
        Part part = solver.part();
        check(part.rank() == 1, "an object of another rank");
        check(part.equals(solver.part()), "the same object is equal outside");
        check(!(part instanceof Admin), "an interface that no signature names stays inside");
        check(solver.isPart(part), "a stub that comes home is the object's own");
        Told told = new Told();
        Listener stub = (Listener) UnicastRemoteObject.exportObject(told, 0);
        check(solver.echo(told).equals(stub), "a client's stub comes home");
        check(solver.tell(told, "a").equals("told a by rank 0, for the part at rank 1"), "a call-back");
        check(solver.tellByPart(told, "b").equals("told b by rank 1"), "a call-back of another rank");
        String failed = solver.tell(told, "fail");
        check(failed.equals("the client has failed caused by java.lang.IllegalStateException: its cause"), failed);
        dropped(solver);
        failures(registry, solver, part);
        UnicastRemoteObject.unexportObject(told, true);
    }

    private static void dropped(Solver solver) throws Exception {
        Kept kept = new Kept();
        UnicastRemoteObject.exportObject(kept, 0);
        solver.keep(kept);
        solver.keep(null);
        int times = 0;
        while (!kept.dropped.await(100, TimeUnit.MILLISECONDS) && times < 300) {
            solver.collect();
            times++;
        }
        check(times < 300, "a client is told when ranks have dropped its object");
        UnicastRemoteObject.unexportObject(kept, true);
    }

    private static void failures(Registry registry, Solver solver, Part part) throws Exception {
        try {
            solver.fail("part");
            throw new IllegalStateException("nothing was thrown");
        } catch (SolverException e) {
            check(e.getMessage().equals("the part has failed"), "message");
            check(e.getCause() instanceof IllegalStateException, "cause");
            String trace = Arrays.toString(e.getStackTrace());
            check(trace.contains("PartObject.fail") && trace.contains("SolverObject.fail")
                    && trace.contains("made by rank 0") && trace.contains("Client.failures"), trace);
            check(!trace.contains("org.rmi4mpi"), trace);
            e.printStackTrace(System.out);
        }
        thrown(() -> solver.fail("runtime"), IllegalArgumentException.class, null);
        thrown(() -> solver.fail("error"), ServerError.class, StackOverflowError.class);
        thrown(() -> solver.fail("remote"), ServerException.class, RemoteException.class);
        thrown(() -> registry.lookup("secret"), NotBoundException.class, null);
        thrown(() -> registry.rebind("solver", part), RemoteException.class, null);
        thrown(() -> registry.unbind("solver"), RemoteException.class, AccessException.class);
        check(solver.greet("again").equals("hello again"), "the job goes on");
    }

    interface Step {
        void run() throws Exception;
    }

    private static void thrown(Step step, Class<?> type, Class<?> cause) throws Exception {
        try {
            step.run();
        } catch (Exception e) {
            boolean isRight = type.isInstance(e) && (cause == null || cause.isInstance(e.getCause()));
            if (!isRight) {
                throw new IllegalStateException("expected " + type + " by " + cause, e);
            }
            System.out.println("as expected: " + e);
            return;
        }
        throw new IllegalStateException("expected " + type);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
        System.out.println("well: " + what);
    }

    private static void sleep(Solver solver) throws Exception {
        System.out.println("the client calls");
        try {
            solver.sleep();
        } catch (RemoteException e) {
            System.out.println("the call has failed: " + e.getClass().getName());
        }
    }

    private static void lease(Solver solver) throws Exception {
        Part leased = solver.lease();
        System.out.println("the client has a lease of rank " + leased.rank());
        Told told = new Told();
        UnicastRemoteObject.exportObject(told, 0);
        solver.tell(told, "wait");
    }
}

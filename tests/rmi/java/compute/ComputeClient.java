package compute;

import java.math.BigInteger;
import java.rmi.MarshalledObject;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sends code as objects: a class, a lambda, and a remote object inside a MarshalledObject. */
public class ComputeClient {
    static final class Factorial implements Task<BigInteger> {
        private static final long serialVersionUID = 1L;
        private final int n;

        Factorial(int n) {
            this.n = n;
        }

        @Override
        public BigInteger execute() {
            return IntStream.rangeClosed(2, n).mapToObj(BigInteger::valueOf).reduce(BigInteger.ONE,
                    BigInteger::multiply);
        }
    }

    interface Counter extends Remote {
        int next() throws RemoteException;
    }

    /** Not serializable. */
    static final class CounterObject implements Counter {
        private int n;

        @Override
        public synchronized int next() {
            return ++n;
        }
    }

    private interface Exporter {
        Remote export(Remote object, int port) throws RemoteException;
    }

    static int captured(MarshalledObject<List<Counter>> object) {
        try {
            return object.get().get(0).next();
        } catch (java.io.IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Compute engine = (Compute) LocateRegistry.getRegistry(args[0]).lookup("Compute");
        System.out.println("20! = " + engine.executeTask(new Factorial(20)));
        String rank = System.getProperty("rmi4mpi.rank");
        Task<String> lambda = () -> "lambda of " + rank + " at " + System.getProperty("rmi4mpi.rank");
        System.out.println(engine.executeTask(lambda));

        Exporter exporter = UnicastRemoteObject::exportObject;
        CounterObject counter = new CounterObject();
        Counter stub = (Counter) exporter.export(counter, 0);
        MarshalledObject<List<Counter>> object = new MarshalledObject<>(List.of(counter, stub));
        @SuppressWarnings("unchecked")
        MarshalledObject<List<Counter>> back = (MarshalledObject<List<Counter>>) engine.keep(object);
        System.out.println("kept as it is: " + back.equals(object) + " " + (back.hashCode() == object.hashCode()));
        Callable<String> counted = () -> back.get().stream().map(c -> {
            try {
                return c.next() + (c.equals(stub) ? " by stub" : " by " + c.getClass());
            } catch (RemoteException e) {
                return e.toString();
            }
        }).collect(Collectors.joining(", "));
        System.out.println("counted " + counted.call() + ", then " + counter.next());
        Task<Integer> capturing = () -> captured(object);
        System.out.println("captured " + engine.executeTask(capturing));
        System.out.println("none: " + new MarshalledObject<String>(null).get());
        System.exit(UnicastRemoteObject.unexportObject(counter, true) ? 0 : 1);
    }
}

package queue;

import java.rmi.Naming;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RMISocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.io.IOException;
import java.io.Serializable;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedList;

/** All ranks run one main, and the first serves. Its methods park in wait(). It has its own socket factories. */
public class BlockingQueueServer {
    public interface Source<T> extends Remote {
        T take() throws RemoteException, InterruptedException;
    }

    public interface Sink<T> extends Remote {
        void put(T item) throws RemoteException, InterruptedException;
    }

    public interface Pipe<T> extends Source<T>, Sink<T> {}

    static class Factory implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            throw new IOException("no sockets are needed");
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            throw new IOException("no server sockets are needed");
        }
    }

    static class GlobalFactory extends RMISocketFactory {
        @Override
        public Socket createSocket(String host, int port) throws IOException {
            throw new IOException("no sockets are needed");
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            throw new IOException("no server sockets are needed");
        }
    }

    static class PipeObject<T> extends UnicastRemoteObject implements Pipe<T> {
        private static final long serialVersionUID = 1L;
        private final LinkedList<T> items = new LinkedList<>();
        private final int capacity;

        PipeObject(int capacity) throws RemoteException {
            super(4711, new Factory(), new Factory());
            this.capacity = capacity;
        }

        @Override
        public synchronized void put(T item) throws InterruptedException {
            while (items.size() == capacity) {
                wait();
            }
            items.add(item);
            notifyAll();
        }

        @Override
        public synchronized T take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            notifyAll();
            return items.removeFirst();
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        int rank = Integer.getInteger("rmi4mpi.rank");
        int size = Integer.getInteger("rmi4mpi.size");
        String server = System.getProperty("rmi4mpi.hosts").split(",")[0];
        if (rank == 0) {
            RMISocketFactory.setSocketFactory(new GlobalFactory());
            Registry registry = LocateRegistry.createRegistry(5555, new Factory(), new Factory());
            registry.rebind("jobs", new PipeObject<String>(2));
            registry.rebind("results", new PipeObject<Integer>(1));
        }
        Source<String> jobs = (Source<String>) Naming.lookup("//" + server + ":5555/jobs");
        Sink<Integer> results =
                (Sink<Integer>) LocateRegistry.getRegistry(server, 5555, new Factory()).lookup("results");
        if (rank == 0) {
            Sink<String> sink = (Sink<String>) jobs;
            Thread feeder = new Thread(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        sink.put("x".repeat(i));
                    }
                    for (int i = 1; i < size; i++) {
                        sink.put("end");
                    }
                } catch (RemoteException | InterruptedException e) {
                    e.printStackTrace();
                }
            });
            feeder.start();
            int sum = 0;
            for (int i = 0; i < 100; i++) {
                sum += ((Source<Integer>) results).take();
            }
            System.out.println("sum of lengths " + sum);
        } else {
            for (String job = jobs.take(); !job.equals("end"); job = jobs.take()) {
                results.put(job.length());
            }
        }
    }
}

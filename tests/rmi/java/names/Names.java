package names;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** Ranks that bind names late, or never, and those that look them up. */
public class Names {
    private static final int PORT = 2040;

    static class BellObject extends UnicastRemoteObject implements Bell {
        private static final long serialVersionUID = 1L;
        private boolean hasRung;

        BellObject() throws RemoteException {}

        @Override
        public synchronized void ring() {
            hasRung = true;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            while (!hasRung) {
                wait();
            }
        }
    }

    static class PorterObject extends UnicastRemoteObject implements Porter {
        private static final long serialVersionUID = 1L;

        PorterObject() throws RemoteException {}

        @Override
        public String look(String name) throws RemoteException {
            return found(LocateRegistry.getRegistry("rank0", PORT), name);
        }
    }

    private static String found(Registry registry, String name) throws RemoteException {
        try {
            registry.lookup(name);
            return "found: " + name;
        } catch (NotBoundException e) {
            return "not bound: " + e.getMessage();
        }
    }

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.getRegistry("rank0", PORT);
        switch (args[0]) {
            case "binds-when-rung" -> bindWhenRung();
            case "rings-late" -> {
                Bell bell = (Bell) registry.lookup("bell");
                Thread.sleep(Long.parseLong(args[1]));
                bell.ring();
            }
            case "binds-by-another-thread" -> {
                Thread other = new Thread(() -> sleepAndBind(registry, args[1]));
                other.start();
                other.join();
            }
            case "looks" -> look(registry, args[1]);
            case "looks-in-the-wrong-registry" -> {
                LocateRegistry.getRegistry().rebind(args[1], new BellObject());
                look(registry, args[1]);
            }
            case "looks-by-threads" -> {
                for (int i = 1; i < args.length; i++) {
                    String name = args[i];
                    new Thread(() -> look(registry, name)).start();
                }
            }
            case "looks-when-asked" -> LocateRegistry.createRegistry(PORT).rebind("porter", new PorterObject());
            case "asks-then-binds" -> {
                Porter porter = (Porter) registry.lookup("porter");
                System.out.println("asked: " + porter.look(args[1]));
                registry.rebind(args[1], new BellObject());
                System.out.println("asked again: " + porter.look(args[1]));
            }
            case "looks-then-binds" -> {
                look(registry, args[1]);
                registry.rebind(args[2], new BellObject());
            }
            case "binds-or-creates" -> {
                try {
                    registry.rebind(args[1], new BellObject());
                } catch (RemoteException e) {
                    LocateRegistry.createRegistry(PORT).rebind(args[1], new BellObject());
                }
            }
            case "sleeps" -> Thread.sleep(Long.parseLong(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void bindWhenRung() throws Exception {
        BellObject bell = new BellObject();
        Registry own = LocateRegistry.createRegistry(PORT);
        own.bind("bell", bell);
        bell.await();
        own.bind("late", bell);
    }

    private static void sleepAndBind(Registry registry, String name) {
        try {
            Thread.sleep(2000);
            registry.bind(name, new BellObject());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void look(Registry registry, String name) {
        try {
            ((Bell) registry.lookup(name)).ring();
            System.out.println("found: " + name);
        } catch (NotBoundException e) {
            System.out.println("not bound: " + e.getMessage());
        } catch (RemoteException e) {
            throw new AssertionError(e);
        }
    }
}

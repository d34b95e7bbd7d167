package fat;

import java.rmi.ConnectException;
import java.rmi.MarshalledObject;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import fat.Service.Failure;
import fat.Service.Holder;
import fat.Service.Kind;
import fat.Service.Listener;
import fat.Service.Result;

/**
 * Calls with classes that only the program's own loader has, or that it has in a version of its own: from main, whose
 * context class loader may be another one, and from the common pool, whose context class loader always is.
 */
public class Program {
    private static final int RANK = Integer.getInteger("rmi4mpi.rank", 0);
    private static final int SIZE = Integer.getInteger("rmi4mpi.size", 1);
    private static final int FIRST_PORT = 7500;
    private static Registry registry;

    public static void main(String[] args) throws Exception {
        Service own = new ServiceObject();
        UnicastRemoteObject.exportObject(own, 0);
        int port = FIRST_PORT + args[0].charAt(0) - 'a' + 10 * RANK;
        registry = LocateRegistry.createRegistry(port);
        registry.bind("service", own);
        Service next = find(FIRST_PORT + args[0].charAt(0) - 'a' + 10 * ((RANK + 1) % SIZE));
        check(next, args[0]);
        checkRegistryOfJob(own, args[0]);
        Service same = (Service) UnicastRemoteObject.toStub(own);
        check(same, args[0]);
        System.out.println("program " + args[0] + " of rank " + RANK + " as expected");
    }

    private static Service find(int port) throws Exception {
        Registry found = LocateRegistry.getRegistry(port);
        while (true) {
            try {
                return (Service) found.lookup("service");
            } catch (ConnectException | NotBoundException e) {
                Thread.sleep(5);
            }
        }
    }

    /** The registry on the JDK's own port is there without being created, at rank 0, before any loader of the program. */
    private static void checkRegistryOfJob(Service own, String loader) throws Exception {
        if (System.getProperty("rmi4mpi.rank") == null) {
            return; // the JDK has none
        }
        Registry ofJob = LocateRegistry.getRegistry();
        String name = "service of " + loader + RANK;
        ofJob.rebind(name, own);
        checkOnce((Service) ofJob.lookup(name), loader);
        ofJob.unbind(name);
    }

    private static void check(Service service, String loader) throws Exception {
        for (int i = 0; i < 3; i++) { // a class is described once, and named by a number afterwards
            checkOnce(service, loader);
            inPool(() -> {
                checkOnce(service, loader);
                return null;
            });
            inPool(service::context);
            same(new Result("direct", Kind.SECOND), inPool(() -> service.make("direct")));
        }
        // frames of the pool and of a lambda alone are in front of the stub
        same(new Result("bound", Kind.FIRST), inPool(new MarshalledObject<>(new Result("bound", Kind.FIRST))::get));
    }

    private static void checkOnce(Service service, String loader) throws Exception {
        Result result = new Result("made", Kind.SECOND);
        same(result, service.make("made"));
        same(result, ((Holder) service.take(result)).held());
        same(result, ((Holder) service.take(new Holder(result))).held());
        same(loader, service.context());
        try {
            service.fail("failed");
            throw new AssertionError("no failure");
        } catch (Failure e) {
            same(new Result("failed", Kind.FIRST), e.result());
        }
        same(new Result("made!", Kind.SECOND), service.apply(
                to -> new Result(((Result) to).text() + "!", ((Result) to).kind()), result));
        same(result, new MarshalledObject<>(result).get());
        Heard heard = new Heard();
        same(new Result("told back", Kind.FIRST), service.tell(heard));
        same(loader, heard.context);
        UnicastRemoteObject.unexportObject(heard, true);
        Listener listener = service.listener();
        same(result, listener.heard(result));
        Service again = (Service) new MarshalledObject<>(service).get();
        same(service, again);
        same(result, inPool(() -> again.make("made")));
    }

    static class Heard extends UnicastRemoteObject implements Listener {
        volatile String context;

        Heard() throws RemoteException {}

        @Override
        public Object heard(Object result) {
            context = Thread.currentThread().getContextClassLoader().getName();
            return new Result(((Result) result).text() + " back", ((Result) result).kind());
        }
    }

    private static Object inPool(Callable<?> call) throws Exception {
        try {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return (Object) call.call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }).get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static void same(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + " but was " + actual + " of "
                    + (actual == null ? null : actual.getClass().getClassLoader()));
        }
    }
}

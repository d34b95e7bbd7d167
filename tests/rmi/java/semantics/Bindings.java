package semantics;

import static semantics.Check.fails;
import static semantics.Check.same;
import static semantics.Check.that;

import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UID;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;

/** The objects that a registry accepts or refuses with -Dsun.rmi.registry.registryFilter=semantics.Bindings$Allowed. */
public class Bindings {
    private static final int RANK = Integer.getInteger("rmi4mpi.rank", 0);
    private static final int SIZE = Integer.getInteger("rmi4mpi.size", 1);
    private static final int FIRST_PORT = 7500;
    private static final int LONGEST_ARRAY = 1_000_000;

    public interface Holder extends Remote {
        Object held() throws RemoteException;
    }

    static class ExportedHolder extends UnicastRemoteObject implements Holder {
        private static final long serialVersionUID = 1L;

        ExportedHolder() throws RemoteException {}

        @Override
        public Object held() {
            return "exported";
        }
    }

    /** Travels by value. */
    static class Copied implements Holder, Serializable {
        private static final long serialVersionUID = 1L;
        private final Object held;

        Copied(Object held) {
            this.held = held;
        }

        @Override
        public Object held() {
            return held;
        }
    }

    static class Value implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    static class Allowed implements Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean equals(Object other) {
            return other instanceof Allowed;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    enum Constant implements Holder {
        ONE;

        @Override
        public Object held() {
            return this;
        }
    }

    private static class Handler implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] args) {
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        Registry own = LocateRegistry.createRegistry(FIRST_PORT + RANK);
        Registry next = LocateRegistry.getRegistry(FIRST_PORT + (RANK + 1) % SIZE);
        own.bind("there", new Copied("text"));
        next.lookup("there"); // waits for the other rank, as bind does not
        taken(next);
        refused(next);
        own.bind("as it is", new Copied(new ArrayList<>()));
        if (System.getProperty("rmi4mpi.rank") != null) {
            taken(LocateRegistry.getRegistry());
            refused(LocateRegistry.getRegistry());
        }
        System.out.println("bindings as expected");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }

    private static void taken(Registry registry) throws Exception {
        ExportedHolder exported = new ExportedHolder();
        String name = "rank " + RANK;
        registry.bind(name, exported);
        same("exported", ((Holder) registry.lookup(name)).held());
        registry.rebind(name, UnicastRemoteObject.toStub(exported));
        same("exported", ((Holder) registry.lookup(name)).held());
        for (Object held : new Object[] {null, "text", 1, 2L, 3.0, exported, new Allowed()}) {
            registry.rebind(name, new Copied(held));
            Object found = ((Holder) registry.lookup(name)).held();
            that(found == null ? held == null : held == exported || found.equals(held), "" + held);
        }
        for (Object held : new Object[] {new int[10], new Value[1], new Object[] {"x", 1}, Holder.class, new UID(),
            new Copied("inner"), nested(18), registry}) {
            registry.rebind(name, new Copied(held));
            that(registry.lookup(name) instanceof Copied, "" + held);
        }
        registry.unbind(name);
    }

    private static void refused(Registry registry) throws Exception {
        for (Remote object : new Remote[] {new Copied(new ArrayList<>()), new Copied(new Value()), new Copied('c'),
            new Copied(true), new Copied(new Value[] {new Value()}), new Copied(Value.class), Constant.ONE,
            (Holder & Serializable) () -> "lambda", nested(25), new Copied(new int[LONGEST_ARRAY + 1]),
            (Remote) Proxy.newProxyInstance(Bindings.class.getClassLoader(), new Class<?>[] {Holder.class},
                    new Handler())}) {
            if (System.getProperty("rmi4mpi.rank") == null && object instanceof Copied copied
                    && copied.held instanceof int[]) {
                continue; // the JDK's sometimes closes the connection first
            }
            refused(() -> registry.bind("refused " + RANK, object));
            refused(() -> registry.rebind("refused " + RANK, object));
        }
        for (String name : registry.list()) {
            that(!name.startsWith("refused"), name);
        }
    }

    private static Copied nested(int depth) {
        Copied nested = new Copied(null);
        for (int i = 0; i < depth; i++) {
            nested = new Copied(nested);
        }
        return nested;
    }

    private interface Binding {
        void bind() throws Exception;
    }

    private static void refused(Binding binding) throws Exception {
        ServerException e = fails(ServerException.class, () -> {
            binding.bind();
            return null;
        });
        Throwable cause = e.getCause().getCause();
        same(UnmarshalException.class, e.getCause().getClass());
        same(InvalidClassException.class, cause.getClass());
        that(cause.getMessage().startsWith("filter status: REJECTED"), cause.getMessage());
    }
}

package semantics;

import static semantics.Check.fails;
import static semantics.Check.same;
import static semantics.Check.that;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.ExportException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RMISocketFactory;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteServer;
import java.rmi.server.RemoteStub;
import java.rmi.server.ServerNotActiveException;
import java.rmi.server.UnicastRemoteObject;
import java.util.function.Function;

/** The ways to make a remote object, and what may be asked of one. */
public class Exports {
    public interface Counter extends Remote {
        int next() throws RemoteException;
    }

    public interface ResettableCounter extends Counter {
        void reset() throws RemoteException;
    }

    public static class CounterObject extends UnicastRemoteObject implements ResettableCounter, Cloneable {
        private static final long serialVersionUID = 1L;
        private int n;

        public CounterObject() throws RemoteException {}

        public CounterObject(int port) throws RemoteException {
            super(port);
        }

        public CounterObject(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf) throws RemoteException {
            super(port, csf, ssf);
        }

        @Override
        public synchronized int next() {
            return ++n;
        }

        @Override
        public synchronized void reset() {
            n = 0;
        }

        String clientHost() throws ServerNotActiveException {
            return getClientHost();
        }

        Remote stub() throws NoSuchObjectException {
            return toStub(this);
        }
    }

    /** Exports itself, as programs of JDK 1.1 do. */
    static class SelfExported implements Counter {
        private int n;
        final RemoteStub stub;

        SelfExported() throws RemoteException {
            UnicastRemoteObject.exportObject(this);
            RemoteStub kept = null;
            for (int i = 0; i < 1; i++) { // has stack frames of it
                kept = null;
            }
            stub = kept;
        }

        @Override
        public int next() {
            return ++n;
        }
    }

    static class Plain implements Counter {
        private int n;

        @Override
        public int next() {
            return ++n;
        }
    }

    static final class Inherited extends RemoteServer implements Counter {
        private static final long serialVersionUID = 1L;

        @Override
        public int next() throws RemoteException {
            return 7;
        }
    }

    /** Has a method of the program's own, with the name and the types of the JDK's static one. */
    private static final class Exporter {
        private int exported;

        RemoteStub exportObject(Remote object) throws RemoteException {
            UnicastRemoteObject.exportObject(object, 0);
            exported++;
            return null;
        }
    }

    private interface Export {
        Remote export(Remote object) throws RemoteException;
    }

    public static void main(String[] args) throws Exception {
        constructors();
        exportObject();
        stubs();
        copies();
        reflection();
        elsewhere();
        System.out.println("exports as expected");
    }

    private static void constructors() throws Exception {
        RMISocketFactory factory = RMISocketFactory.getDefaultSocketFactory();
        for (CounterObject object : new CounterObject[] {new CounterObject(), new CounterObject(0),
            new CounterObject(1234), new CounterObject(1234, factory, factory)}) {
            ResettableCounter stub = (ResettableCounter) RemoteObject.toStub(object);
            same(1, stub.next());
            same(2, object.next());
            stub.reset();
            same(1, stub.next());
            that(object instanceof RemoteServer && ((Object) object) instanceof UnicastRemoteObject, "superclasses");
            fails(ExportException.class, () -> UnicastRemoteObject.exportObject(object, 0));
            same(true, UnicastRemoteObject.unexportObject(object, false));
            fails(NoSuchObjectException.class, stub::next);
            fails(NoSuchObjectException.class, () -> UnicastRemoteObject.unexportObject(object, false));
            Counter again = (Counter) UnicastRemoteObject.exportObject(object, 0);
            same(2, again.next());
        }
    }

    private static void exportObject() throws Exception {
        RMISocketFactory factory = RMISocketFactory.getDefaultSocketFactory();
        ObjectInputFilter filter = info -> ObjectInputFilter.Status.UNDECIDED;
        Export[] ways = {
            object -> UnicastRemoteObject.exportObject(object, 0),
            object -> UnicastRemoteObject.exportObject(object, 0, factory, factory),
            object -> UnicastRemoteObject.exportObject(object, 0, filter),
            object -> UnicastRemoteObject.exportObject(object, 0, factory, factory, filter)
        };
        for (Export way : ways) {
            Plain object = new Plain();
            Counter stub = (Counter) way.export(object);
            same(1, stub.next());
            same(1, object.n);
            same(stub, RemoteObject.toStub(object));
            same(stub.hashCode(), RemoteObject.toStub(object).hashCode());
            UnicastRemoteObject.unexportObject(object, true);
        }
        SelfExported old = new SelfExported();
        same(1, ((Counter) RemoteObject.toStub(old)).next());
        Exporter exporter = new Exporter();
        Plain[] objects = {new Plain(), new Plain()};
        RemoteStub none = objects.length > 1 ? exporter.exportObject(objects[0]) : null;
        Export reference = exporter::exportObject;
        same(none, reference.export(objects[1]));
        same(2, exporter.exported);
        same(1, ((Counter) RemoteObject.toStub(objects[1])).next());
        Function<Inherited, String> asText = Inherited::toString;
        same("Exports$Inherited", asText.apply(new Inherited()));
    }

    private static void stubs() throws Exception {
        CounterObject object = new CounterObject();
        Remote stub = object.stub();
        same(stub, RemoteObject.toStub(stub));
        that(stub instanceof ResettableCounter && !(stub instanceof UnicastRemoteObject), "a stub is no server");
        that(object.getRef().remoteEquals(((RemoteObject) object.clone()).getRef()) == false, "references differ");
        Plain never = new Plain();
        fails(NoSuchObjectException.class, () -> RemoteObject.toStub(never));
        fails(ServerNotActiveException.class, object::clientHost);
        fails(ServerNotActiveException.class, RemoteServer::getClientHost);
        fails(ServerNotActiveException.class, UnicastRemoteObject::getClientHost);
        that(Proxy.isProxyClass(stub.getClass()) || stub instanceof RemoteObject, "kinds of stubs");
    }

    private static void copies() throws Exception {
        CounterObject object = new CounterObject();
        object.next();
        CounterObject clone = (CounterObject) object.clone();
        same(2, ((Counter) clone.stub()).next());
        same(2, ((Counter) object.stub()).next());
        that(!clone.stub().equals(object.stub()), "a clone is another remote object");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object.stub());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            same(3, ((Counter) in.readObject()).next());
        }
    }

    private static void reflection() throws Exception {
        Class<?> base = CounterObject.class.getSuperclass();
        same(UnicastRemoteObject.class, base);
        same(base, Class.forName("java.rmi.server.UnicastRemoteObject"));
        String name = "java.rmi.server.".concat("UnicastRemoteObject");
        same(base, Class.forName(name, true, Exports.class.getClassLoader()));
        same(base, Exports.class.getClassLoader().loadClass(name));
        Method export = base.getMethod("exportObject", Remote.class, int.class);
        Plain object = new Plain();
        same(1, ((Counter) export.invoke(null, object, 0)).next());
        Constructor<CounterObject> constructor = CounterObject.class.getConstructor(int.class);
        same(1, ((Counter) constructor.newInstance(0).stub()).next());
        same("java.lang.String", Class.forName("java.lang.String").getName());
        fails(ClassNotFoundException.class, () -> Class.forName("java.rmi.NoSuchClass"));
    }

    /** From another rank, if there is one. */
    private static void elsewhere() throws Exception {
        int rank = Integer.getInteger("rmi4mpi.rank");
        int size = Integer.getInteger("rmi4mpi.size");
        LocateRegistry.createRegistry(7000 + rank).bind("counter", new CounterObject());
        Counter next = (Counter) LocateRegistry.getRegistry(7000 + (rank + 1) % size).lookup("counter");
        same(1, next.next());
    }
}

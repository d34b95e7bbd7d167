package semantics;

import static semantics.Check.fails;
import static semantics.Check.same;
import static semantics.Check.that;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.rmi.ConnectException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** Objects that cannot be read, as an argument, a result or an exception, between each rank and the next. */
public class Readings {
    private static final int RANK = Integer.getInteger("rmi4mpi.rank", 0);
    private static final int SIZE = Integer.getInteger("rmi4mpi.size", 1);
    private static final int FIRST_PORT = 7200;

    public interface Giver extends Remote {
        Object give(String how) throws RemoteException;

        void fail(String how) throws RemoteException, RefusedException;

        void take(Object argument) throws RemoteException;

        void fail(Exception thrown) throws Exception;
    }

    static class Refused implements Serializable {
        private static final long serialVersionUID = 1L;
        private final String how;

        Refused(String how) {
            this.how = how;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            refuse(how);
        }
    }

    public static class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final String how;

        RefusedException(String how) {
            this.how = how;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            refuse(how);
        }
    }

    private static void refuse(String how) throws IOException, ClassNotFoundException {
        switch (how) {
            case "unchecked" -> throw new IllegalStateException(how);
            case "null" -> throw new NullPointerException(how);
            case "stream" -> throw new InvalidObjectException(how);
            case "class" -> throw new ClassNotFoundException(how);
            case "error" -> throw new LinkageError(how);
            default -> throw new AssertionError(how);
        }
    }

    static class GiverObject extends UnicastRemoteObject implements Giver {
        private static final long serialVersionUID = 1L;

        GiverObject() throws RemoteException {}

        @Override
        public Object give(String how) {
            return new Refused(how);
        }

        @Override
        public void fail(String how) throws RefusedException {
            throw new RefusedException(how);
        }

        @Override
        public void take(Object argument) {}

        @Override
        public void fail(Exception thrown) throws Exception {
            throw thrown;
        }
    }

    public static void main(String[] args) throws Exception {
        Registry own = LocateRegistry.createRegistry(FIRST_PORT + RANK);
        GiverObject object = new GiverObject();
        own.bind("giver", object);
        Giver giver = (Giver) find("giver");
        exceptions(giver);
        results(giver);
        arguments(giver);
        words(giver);
        System.out.println("readings as expected");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }

    private static Remote find(String name) throws Exception {
        Registry next = LocateRegistry.getRegistry(FIRST_PORT + (RANK + 1) % SIZE);
        while (true) {
            try {
                return next.lookup(name);
            } catch (NotBoundException | ConnectException e) {
                Thread.sleep(5);
            }
        }
    }

    private static void exceptions(Giver giver) throws Exception {
        for (String how : new String[] {"unchecked", "null", "stream", "class"}) {
            UnmarshalException e = fails(UnmarshalException.class, () -> failed(giver, how));
            same(how, e.getCause().getMessage());
        }
        fails(LinkageError.class, () -> failed(giver, "error"));
    }

    private static Object failed(Giver giver, String how) throws Exception {
        giver.fail(how);
        return null;
    }

    private static void results(Giver giver) throws Exception {
        same("unchecked", fails(IllegalStateException.class, () -> giver.give("unchecked")).getMessage());
        same("null", fails(NullPointerException.class, () -> giver.give("null")).getMessage());
        for (String how : new String[] {"stream", "class"}) {
            UnmarshalException e = fails(UnmarshalException.class, () -> giver.give(how));
            that(e.getMessage().startsWith("error unmarshalling return"), e.getMessage());
            same(how, e.getCause().getMessage());
        }
    }

    private static void arguments(Giver giver) throws Exception {
        same("unchecked", fails(IllegalStateException.class, () -> taken(giver, "unchecked")).getMessage());
        for (String how : new String[] {"stream", "class"}) {
            ServerException e = fails(ServerException.class, () -> taken(giver, how));
            that(e.getMessage().startsWith("RemoteException occurred in server thread"), e.getMessage());
            UnmarshalException cause = (UnmarshalException) e.getCause();
            that(cause.getMessage().startsWith("error unmarshalling arguments"), cause.getMessage());
            same(how, cause.getCause().getMessage());
        }
        ServerError e = fails(ServerError.class, () -> taken(giver, "error"));
        that(e.getMessage().startsWith("Error occurred in server thread"), e.getMessage());
        same("error", e.getCause().getMessage());
    }

    private static Remote toStub(Remote object) throws NoSuchObjectException {
        return java.rmi.server.RemoteObject.toStub(object);
    }

    private static Object taken(Giver giver, String how) throws Exception {
        giver.take(new Refused(how));
        return null;
    }

    /** The beginnings of messages, as programs look for them. */
    private static void words(Giver giver) throws Exception {
        ServerException remote = fails(ServerException.class, () -> {
            giver.fail(new RemoteException("own"));
            return null;
        });
        that(remote.getMessage().startsWith("RemoteException occurred in server thread"), remote.getMessage());
        same("own", remote.getCause().getMessage());
        GiverObject object = new GiverObject();
        Giver stub = (Giver) toStub(object);
        UnicastRemoteObject.unexportObject(object, true);
        NoSuchObjectException gone = fails(NoSuchObjectException.class, () -> stub.give("x"));
        that(gone.getMessage().startsWith("no such object in table"), gone.getMessage());
        gone = fails(NoSuchObjectException.class, () -> UnicastRemoteObject.unexportObject(object, true));
        same("object not exported", gone.getMessage());
        gone = fails(NoSuchObjectException.class, () -> toStub(object));
        same("object not exported", gone.getMessage());
    }
}

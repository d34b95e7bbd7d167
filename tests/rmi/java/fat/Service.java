package fat;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.function.UnaryOperator;

/** The interface that the tests of class loaders call. */
public interface Service extends Remote {
    /** Data of the program. */
    record Result(String text, Kind kind) implements Serializable {}

    /** A constant of the program. */
    enum Kind {
        FIRST, SECOND
    }

    /** A value whose own method reads a class of the program. */
    class Holder implements Serializable {
        transient Object held;

        public Holder(Object held) {
            this.held = held;
        }

        public Object held() {
            return held;
        }

        private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
            out.writeObject(held);
        }

        private void readObject(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
            held = in.readObject();
        }
    }

    /** An exception of the program. */
    class Failure extends Exception {
        final Result result;

        public Failure(Result result) {
            super(result.text());
            this.result = result;
        }

        public Result result() {
            return result;
        }
    }

    /** A function that travels. */
    interface Code extends UnaryOperator<Object>, Serializable {}

    /** Called back by the service. */
    interface Listener extends Remote {
        Object heard(Object result) throws RemoteException;
    }

    /** Returns an object of the program, whose class the interface does not name. */
    Object make(String text) throws RemoteException;

    /** Returns what it takes, unless it is of another version of the program. */
    Object take(Object result) throws RemoteException;

    /** The name of the context class loader; null for none. */
    String context() throws RemoteException;

    void fail(String text) throws RemoteException, Failure;

    Object apply(Code code, Object to) throws RemoteException;

    /** Passes a result to the listener, and returns its answer. */
    Object tell(Listener listener) throws RemoteException;

    /** Returns a stub of an object of this service. */
    Listener listener() throws RemoteException;
}

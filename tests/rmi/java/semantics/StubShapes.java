package semantics;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObject;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.concurrent.Callable;
import semantics.other.OtherPackage;

/** Prints the interfaces of stubs, and which of their methods may be called. The JDK prints the same. */
public class StubShapes {
    /** Looks like a remote interface, but is none. */
    public interface Plain<T> {
        T plain() throws RemoteException;

        default String byDefault() throws IOException {
            return "default";
        }
    }

    public interface Inheriting extends Remote, Plain<String> {
        String own() throws RemoteException;
    }

    public interface Declaring extends Remote, Plain<String> {
        @Override
        String plain() throws RemoteException;
    }

    public interface Further extends Declaring {
        default String more() throws RemoteException {
            return "more";
        }
    }

    interface Hidden extends Remote {
        String hide() throws RemoteException;
    }

    static class InheritingObject extends UnicastRemoteObject implements Inheriting {
        InheritingObject() throws RemoteException {}

        @Override
        public String plain() {
            return "plain";
        }

        @Override
        public String own() {
            return "own";
        }
    }

    static class DeclaringObject implements Runnable, Declaring {
        @Override
        public String plain() {
            return "plain";
        }

        @Override
        public void run() {}
    }

    static class FurtherObject extends DeclaringObject implements Hidden, Further, Remote {
        @Override
        public String hide() {
            return "hide";
        }
    }

    static class BothObject extends DeclaringObject implements Inheriting, Declaring {
        @Override
        public String own() {
            return "own";
        }
    }

    static class InheritingFirst implements Inheriting, Declaring {
        @Override
        public String plain() {
            return "plain";
        }

        @Override
        public String own() {
            return "own";
        }
    }

    static class RemoteAlone implements Remote {}

    static class TwoPackages extends OtherPackage implements Hidden {
        @Override
        public String hide() {
            return "hide";
        }
    }

    public static void main(String[] args) throws Exception {
        Remote[] objects = {new InheritingObject(), new DeclaringObject(), new FurtherObject(), new BothObject(),
            new InheritingFirst(), new RemoteAlone(), new OtherPackage(), new TwoPackages()};
        for (Remote each : objects) {
            String name = each.getClass().getSimpleName() + ": ";
            try {
                Remote stub = each instanceof RemoteObject ? RemoteObject.toStub(each)
                        : UnicastRemoteObject.exportObject(each, 0);
                System.out.println("shape of " + name + Arrays.toString(stub.getClass().getInterfaces()));
                call(name, stub);
            } catch (RemoteException e) {
                System.out.println("shape of " + name + e.getClass().getName() + " "
                        + e.getMessage().split(";")[0].strip() + " caused by " + e.getCause().getClass().getName());
            }
        }
        System.out.println("shapes printed");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }

    private static void call(String name, Remote stub) {
        if (stub instanceof Plain<?> plain) {
            tell(name + "plain", plain::plain);
            tell(name + "byDefault", plain::byDefault);
        }
        if (stub instanceof Inheriting inheriting) {
            tell(name + "inheriting", inheriting::plain);
            tell(name + "own", inheriting::own);
        }
        if (stub instanceof Declaring declaring) {
            tell(name + "declaring", declaring::plain);
        }
        if (stub instanceof Further further) {
            tell(name + "more", further::more);
        }
        if (stub instanceof Hidden hidden) {
            tell(name + "hide", hidden::hide);
        }
    }

    private static void tell(String name, Callable<?> call) {
        String outcome;
        try {
            outcome = "returns " + call.call();
        } catch (Exception e) {
            outcome = "throws " + e;
        }
        System.out.println("shape of " + name + " " + outcome);
    }
}

package fat;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/** Refuses objects of another version of the program. */
public class ServiceObject implements Service {
    private final Listener own = new Echo();

    /** An interface that only this package sees. */
    interface Hidden extends Listener {}

    static class Echo implements Hidden {
        Echo() {
            try {
                UnicastRemoteObject.exportObject(this, 0);
            } catch (RemoteException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Object heard(Object result) {
            return (Result) result;
        }
    }

    @Override
    public Object make(String text) {
        return new Result(text, Kind.SECOND);
    }

    @Override
    public Object take(Object result) {
        Object held = result instanceof Holder holder ? holder.held() : result;
        return new Holder((Result) held);
    }

    @Override
    public String context() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? null : context.getName();
    }

    @Override
    public void fail(String text) throws Failure {
        throw new Failure(new Result(text, Kind.FIRST));
    }

    @Override
    public Object apply(Code code, Object to) {
        return code.apply(to);
    }

    @Override
    public Object tell(Listener listener) throws RemoteException {
        return (Result) listener.heard(new Result("told", Kind.FIRST));
    }

    @Override
    public Listener listener() {
        return own;
    }
}

package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;

/**
 * Stands between a service and its callers, and has objects travel as arrays of bytes. Numbers travel as the system
 * below writes them.
 */
abstract class MarshallingService implements Service {
    final Marshaller marshaller;
    final Service target;

    MarshallingService(Marshaller marshaller, Service target) {
        this.marshaller = marshaller;
        this.target = target;
    }

    final byte[] bytes(Object object, int peer) throws RemoteException {
        try {
            return marshaller.write(object, peer);
        } catch (IOException e) {
            throw new MarshalException("an object cannot be written", e);
        }
    }

    final Object object(Object bytes) throws RemoteException {
        try {
            return marshaller.read((byte[]) bytes);
        } catch (IOException e) {
            throw new UnmarshalException("an object cannot be read", e);
        }
    }

    /** At the caller: writes arguments, and reads results. */
    static final class Caller extends MarshallingService {
        private final int peer;

        /** @param peer the process of the target */
        Caller(Marshaller marshaller, Service target, int peer) {
            super(marshaller, target);
            this.peer = peer;
        }

        @Override
        public Object ping(Object object) throws RemoteException {
            return object(target.ping((Object) bytes(object, peer)));
        }

        @Override
        public void take(Object object) throws RemoteException {
            target.take(bytes(object, peer));
        }

        @Override
        public Object pingpong(Object object) throws RemoteException {
            return object(target.pingpong(bytes(object, peer)));
        }

        @Override
        public void pingpongTake(Object object) throws RemoteException {
            target.pingpongTake(bytes(object, peer));
        }

        @Override
        public void callBackTo(Service caller) throws RemoteException {
            target.callBackTo(((Caller) caller).target);
        }
    }

    /** At the service: reads arguments, and writes results. */
    static final class Server extends MarshallingService {
        private final int caller;

        /** @param caller the process that is called back */
        Server(Marshaller marshaller, Service target, int caller) {
            super(marshaller, target);
            this.caller = caller;
        }

        private byte[] answer(Object result, Object request) throws RemoteException {
            return bytes(result, marshaller.writer((byte[]) request));
        }

        @Override
        public Object ping(Object object) throws RemoteException {
            return answer(target.ping(object(object)), object);
        }

        @Override
        public void take(Object object) throws RemoteException {
            target.take(object(object));
        }

        @Override
        public Object pingpong(Object object) throws RemoteException {
            return answer(target.pingpong(object(object)), object);
        }

        @Override
        public void pingpongTake(Object object) throws RemoteException {
            target.pingpongTake(object(object));
        }

        @Override
        public void callBackTo(Service stub) throws RemoteException {
            target.callBackTo(new Caller(marshaller, stub, caller));
        }
    }

    @Override
    public final void ping() throws RemoteException {
        target.ping();
    }

    @Override
    public final void ping(byte a) throws RemoteException {
        target.ping(a);
    }

    @Override
    public final void ping(char a) throws RemoteException {
        target.ping(a);
    }

    @Override
    public final void ping(int a) throws RemoteException {
        target.ping(a);
    }

    @Override
    public final void ping(float a) throws RemoteException {
        target.ping(a);
    }

    @Override
    public final void ping(double a) throws RemoteException {
        target.ping(a);
    }

    @Override
    public final void ping(int a, int b) throws RemoteException {
        target.ping(a, b);
    }

    @Override
    public final void ping(int a, int b, float c, float d) throws RemoteException {
        target.ping(a, b, c, d);
    }

    @Override
    public final void meet(int callers) throws RemoteException {
        target.meet(callers);
    }

    @Override
    public final void count() throws RemoteException {
        target.count();
    }

    @Override
    public final long counted() throws RemoteException {
        return target.counted();
    }
}

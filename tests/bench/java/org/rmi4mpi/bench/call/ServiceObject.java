package org.rmi4mpi.bench.call;

import java.rmi.RemoteException;
import java.util.concurrent.atomic.AtomicLong;

/** Its methods do nothing, so that the call alone is measured. Called by any thread. */
final class ServiceObject implements Service {
    private final AtomicLong count = new AtomicLong();
    private volatile Service caller;
    private int waiting;
    private long meetings;

    @Override
    public void ping() {}

    @Override
    public void ping(byte a) {}

    @Override
    public void ping(char a) {}

    @Override
    public void ping(int a) {}

    @Override
    public void ping(float a) {}

    @Override
    public void ping(double a) {}

    @Override
    public void ping(int a, int b) {}

    @Override
    public void ping(int a, int b, float c, float d) {}

    @Override
    public Object ping(Object object) {
        return object;
    }

    @Override
    public void take(Object object) {}

    @Override
    public void callBackTo(Service caller) {
        this.caller = caller;
    }

    @Override
    public Object pingpong(Object object) throws RemoteException {
        return caller.ping(object);
    }

    @Override
    public void pingpongTake(Object object) throws RemoteException {
        caller.take(object);
    }

    @Override
    public synchronized void meet(int callers) throws RemoteException {
        long meeting = meetings;
        if (++waiting == callers) {
            waiting = 0;
            meetings++;
            notifyAll();
        }
        try {
            while (meeting == meetings) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new RemoteException("interrupted while " + waiting + " of " + callers + " callers wait", e);
        }
    }

    @Override
    public void count() {
        count.incrementAndGet();
    }

    @Override
    public long counted() {
        return count.get();
    }
}

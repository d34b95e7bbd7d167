package semantics;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

public class NamedObject extends UnicastRemoteObject implements Named {
    private static final long serialVersionUID = 1L;

    private final String name;
    private int here;
    private int meetings;

    public NamedObject(String name) throws RemoteException {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void meet(int ranks) throws InterruptedException {
        int meeting = meetings;
        if (++here == ranks) {
            here = 0;
            meetings++;
            notifyAll();
        }
        while (meeting == meetings) {
            wait();
        }
    }
}

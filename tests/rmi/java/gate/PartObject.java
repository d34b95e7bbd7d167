package gate;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

public class PartObject extends UnicastRemoteObject implements Part, Admin {
    private static final long serialVersionUID = 1L;

    public PartObject() throws RemoteException {}

    @Override
    public int rank() {
        return Integer.getInteger("rmi4mpi.rank", -1);
    }

    @Override
    public String tell(Listener listener, String text) throws RemoteException {
        try {
            return listener.told(text) + " by rank " + rank();
        } catch (SolverException e) {
            return e.getMessage() + " caused by " + e.getCause();
        }
    }

    @Override
    public void fail() throws SolverException {
        throw new SolverException("the part has failed", new IllegalStateException("the cause"));
    }

    @Override
    public void collect() {
        System.gc();
    }

    @Override
    public void format() {
        System.out.println("HARM is done");
    }
}

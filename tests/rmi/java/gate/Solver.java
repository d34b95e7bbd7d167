package gate;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

public interface Solver extends Remote {
    String greet(String name) throws RemoteException;

    double[] scale(double[] values, double factor) throws RemoteException;

    double[] zeros(int count) throws RemoteException;

    Point move(Point point, int by) throws RemoteException;

    List<Point> reverse(List<Point> points) throws RemoteException;

    /** An object of another rank. */
    Part part() throws RemoteException;

    MarkCell cell() throws RemoteException;

    void join(Part part) throws RemoteException;

    /** Whether this is the stub of the object that another rank has given to {@link #join}. */
    boolean isPart(Part part) throws RemoteException;

    Listener echo(Listener listener) throws RemoteException;

    /** Tells a listener by this rank. */
    String tell(Listener listener, String text) throws RemoteException;

    /** Tells a listener by another rank. */
    String tellByPart(Listener listener, String text) throws RemoteException;

    void fail(String how) throws RemoteException, SolverException;

    /** Keeps a listener; null drops it. */
    void keep(Listener listener) throws RemoteException;

    /** Collects garbage at both ranks. */
    void collect() throws RemoteException;

    /** Waits until the method is interrupted, or the job ends. */
    void sleep() throws RemoteException, InterruptedException;

    /** An object that tells when nobody refers to it any more. */
    Part lease() throws RemoteException;

    boolean isLeased() throws RemoteException;

    void stop() throws RemoteException;
}

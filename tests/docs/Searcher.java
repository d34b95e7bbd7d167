import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object that calls its caller back, of which a document shows two methods. */
class SearcherHarness {
    record Best(long number) {}

    interface Listener extends Remote {
        void progress(int percent) throws RemoteException;
    }

    private Best best;

    // fragment
}

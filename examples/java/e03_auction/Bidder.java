package e03_auction;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** A bidder, as the auction sees it. */
public interface Bidder extends Remote {
    String name() throws RemoteException;

    void outbid(int price) throws RemoteException;

    void sold(String winner, int price) throws RemoteException;
}

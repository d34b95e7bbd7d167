package e03_auction;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What the auction tells a bidder. */
public interface Bidder extends Remote {
    String name() throws RemoteException;

    void outbid(int price) throws RemoteException;

    void sold(String winner, int price) throws RemoteException;
}

package e03_auction;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An auction, as its bidders see it. */
public interface Auction extends Remote {
    /** Enters a bidder. Blocks until all bidders have entered, and returns the first price. */
    int enter(Bidder bidder) throws RemoteException, InterruptedException;

    void bid(Bidder bidder, int price) throws RemoteException, TooLowException;

    /** The bidder makes no more bids. */
    void pass(Bidder bidder) throws RemoteException;
}

package e03_auction;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a bidder may do. */
public interface Auction extends Remote {
    /** Returns when all bidders are here, with the price to begin at. */
    int enter(Bidder bidder) throws RemoteException, InterruptedException;

    void bid(Bidder bidder, int price) throws RemoteException, TooLowException;

    /** The bidder makes no more bids. */
    void pass(Bidder bidder) throws RemoteException;
}

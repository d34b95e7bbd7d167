package e03_auction;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;

/** The server: creates a registry, binds the auction, and returns from main. */
public class AuctionHouse extends UnicastRemoteObject implements Auction {
    private static final long serialVersionUID = 1L;

    private final int expected;
    private final List<Bidder> bidders = new ArrayList<>();
    private int passed;
    private int price = 100;
    private Bidder best;

    AuctionHouse(int expected) throws RemoteException {
        this.expected = expected;
    }

    @Override
    public synchronized int enter(Bidder bidder) throws RemoteException, InterruptedException {
        bidders.add(bidder);
        notifyAll();
        while (bidders.size() < expected) {
            wait();
        }
        return price;
    }

    @Override
    public synchronized void bid(Bidder bidder, int price) throws RemoteException, TooLowException {
        if (price <= this.price) {
            throw new TooLowException(this.price);
        }
        System.out.println(bidder.name() + " bids " + price);
        Bidder previous = best;
        best = bidder;
        this.price = price;
        if (previous != null) {
            previous.outbid(price);
        }
    }

    @Override
    public synchronized void pass(Bidder bidder) throws RemoteException {
        passed++;
        if (passed == expected - 1) {
            String winner = best == null ? "nobody" : best.name();
            for (Bidder each : bidders) {
                each.sold(winner, price);
            }
        }
    }

    /** @param args number of bidders, 2 or more */
    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(Registry.REGISTRY_PORT);
        registry.rebind("auction", new AuctionHouse(Integer.parseInt(args[0])));
    }
}

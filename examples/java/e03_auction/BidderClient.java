package e03_auction;

import java.rmi.Naming;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Random;

/** A client: bids 10 more than the others, up to a limit. */
public class BidderClient implements Bidder {
    private static final int STEP = 10;

    private final String name = "bidder " + ProcessHandle.current().pid();
    private final int limit = 100 + STEP * new Random().nextInt(1, 10);
    private int price;
    private boolean leads;
    private String result;

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void outbid(int price) {
        this.price = price;
        leads = false;
        notifyAll();
    }

    @Override
    public synchronized void sold(String winner, int price) {
        result = winner.equals(name) ? "I have it for " + price : winner + " has it for " + price;
        notifyAll();
    }

    /** The next bid; 0 if the auction is over. */
    private synchronized int nextBid() throws InterruptedException {
        while (leads && result == null) {
            wait();
        }
        leads = true;
        return result == null ? price + STEP : 0;
    }

    private String takePart(Auction auction) throws RemoteException, InterruptedException {
        outbid(auction.enter(this));
        for (int bid = nextBid(); bid > 0; bid = nextBid()) {
            try {
                if (bid > limit) {
                    auction.pass(this);
                } else {
                    auction.bid(this, bid);
                }
            } catch (TooLowException e) {
                outbid(e.price);
            }
        }
        return result;
    }

    /** @param args host of the auction */
    public static void main(String[] args) throws Exception {
        Auction auction = (Auction) Naming.lookup("//" + args[0] + "/auction");
        BidderClient bidder = new BidderClient();
        UnicastRemoteObject.exportObject(bidder, 0);
        System.out.println(bidder.name + ", limit " + bidder.limit + ": " + bidder.takePart(auction));
        System.exit(0); // otherwise the exported object would keep the process alive
    }
}

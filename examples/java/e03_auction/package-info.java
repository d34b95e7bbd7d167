/**
 * An auction, as a program of the JDK's RMI: nothing here knows of MPI, ranks, or rmi4mpi. {@link
 * e03_auction.AuctionHouse} is the server's main, {@link e03_auction.BidderClient} that of the clients, which are called
 * back.
 *
 * <pre>
 * rmi4mpirun --rmi -n 1 -cp classes e03_auction.AuctionHouse 3 : -n 3 e03_auction.BidderClient localhost
 * </pre>
 */
package e03_auction;

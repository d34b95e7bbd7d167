/**
 * An auction, as a program of the JDK's RMI: it knows nothing of MPI, ranks or rmi4mpi. {@link
 * e03_auction.AuctionHouse} is the server; {@link e03_auction.BidderClient} is the client, which the server calls back.
 *
 * <pre>
 * rmi4mpirun --rmi -n 1 -cp classes e03_auction.AuctionHouse 3 : -n 3 e03_auction.BidderClient localhost
 * </pre>
 */
package e03_auction;

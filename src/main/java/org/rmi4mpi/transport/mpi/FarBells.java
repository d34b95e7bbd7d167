package org.rmi4mpi.transport.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Rings ranks on other nodes, which no shared memory reaches, by a datagram. MPI has nothing by which a sleeping process
 * could be woken. A rank polls in steps that grow from 20 us by a thirty-second each once it has been rung. So a sender
 * rings for a frame only where its last ring of that rank is some milliseconds ago: a rank that has been rung since then
 * polls soon enough. A datagram may be lost: its receiver looks for itself each 0.1 s.
 *
 * <p>A datagram has the 8 bytes of a random number that the receiver has given to the ranks of its job, and a byte that is
 * 1 where a message has been sent, and not a frame. Others are ignored. Used by any thread.
 */
final class FarBells implements AutoCloseable {
    /** A rank is rung once in this time. */
    static final long PAUSE_NS = 5_000_000;
    private static final byte RING = 0;
    private static final byte STIR = 1;
    private static final int LENGTH = Long.BYTES + 1;
    /** Addresses of a host that are tried. */
    private static final int MOST_ADDRESSES = 4;

    private final DatagramChannel channel;
    private final long secret = new SecureRandom().nextLong();
    private final List<String> own = addresses();
    /** By rank; empty where a rank has no bell of this kind. Text, since a rank rings few of the others. */
    private String[] bells = {};
    private final InetSocketAddress[][] targets;
    /** By rank, in the time of {@link System#nanoTime}. A lost update costs a ring. */
    private final long[] rungAt;
    private final long[] stirredAt;
    private final long[] heardAt;

    private FarBells(DatagramChannel channel, int size) {
        this.channel = channel;
        targets = new InetSocketAddress[size][];
        rungAt = new long[size];
        stirredAt = new long[size];
        heardAt = new long[size];
        for (long[] times : List.of(rungAt, stirredAt, heardAt)) {
            Arrays.fill(times, System.nanoTime() - PAUSE_NS);
        }
    }

    /**
     * Returns null where this host has no network that others could use.
     *
     * @param size number of ranks in the job
     */
    static FarBells open(int size) {
        try {
            DatagramChannel channel = DatagramChannel.open().bind(null);
            FarBells bells = new FarBells(channel, size);
            if (!bells.own.isEmpty()) {
                return bells;
            }
            channel.close();
        } catch (IOException | UncheckedIOException e) {
            // Ranks look for themselves.
        }
        return null;
    }

    /** The addresses of this host, but for those that mean another host elsewhere. */
    private static List<String> addresses() {
        List<InetAddress> found = new ArrayList<>();
        try {
            for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                if (network.isUp() && !network.isLoopback()) {
                    found.addAll(Collections.list(network.getInetAddresses()));
                }
            }
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream()
                .filter(each -> !each.isLinkLocalAddress())
                .sorted(Comparator.comparing(each -> each.getAddress().length)) // IPv4 first
                .limit(MOST_ADDRESSES)
                .map(InetAddress::getHostAddress)
                .toList();
    }

    /** This rank's bell, as text without spaces, for {@link #reach} at other ranks. */
    String address() throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort() + "," + secret + "," + String.join(",", own);
    }

    /** Begins to wait for rings. */
    void listen(Runnable onRing, Runnable onStir) {
        Thread thread = new Thread(() -> listenUntilClosed(onRing, onStir), "rmi4mpi-bell");
        thread.setDaemon(true);
        thread.start();
    }

    private void listenUntilClosed(Runnable onRing, Runnable onStir) {
        ByteBuffer ring = ByteBuffer.allocateDirect(LENGTH + 1);
        while (channel.isOpen()) {
            try {
                ring.clear();
                channel.receive(ring);
                if (ring.position() == LENGTH && ring.getLong(0) == secret) {
                    (ring.get(Long.BYTES) == STIR ? onStir : onRing).run();
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | OutOfMemoryError e) {
                Thread.yield(); // An error of an earlier send may show here.
            }
        }
    }

    /** @param all what {@link #address} has given at each rank; empty for a rank without such a bell */
    synchronized void reach(List<String> all) {
        bells = all.toArray(String[]::new);
    }

    /** Whether a rank can be rung, and has not been rung of late. */
    boolean isDue(int rank) {
        return System.nanoTime() - rungAt[rank] >= PAUSE_NS;
    }

    /** Whether a rank can be stirred, and has not been stirred of late. */
    boolean isStirDue(int rank) {
        return System.nanoTime() - stirredAt[rank] >= PAUSE_NS;
    }

    void heardFrom(int rank) {
        heardAt[rank] = System.nanoTime();
    }

    boolean hasHeardFrom(int rank) {
        return System.nanoTime() - heardAt[rank] < PAUSE_NS;
    }

    /** Wakes a thread of the rank's crew. */
    void ring(int rank) {
        if (isDue(rank)) {
            rungAt[rank] = System.nanoTime();
            send(rank, RING);
        }
    }

    /** Wakes a thread of the rank's crew, which then wakes the threads that wait for messages. */
    void stir(int rank) {
        if (isStirDue(rank)) {
            rungAt[rank] = System.nanoTime();
            stirredAt[rank] = rungAt[rank];
            send(rank, STIR);
        }
    }

    private void send(int rank, byte kind) {
        InetSocketAddress[] there = targets(rank);
        if (there.length > 0) {
            ByteBuffer ring = ByteBuffer.allocate(LENGTH).putLong(0, secretOf(rank)).put(Long.BYTES, kind);
            for (InetSocketAddress target : there) {
                try {
                    channel.send(ring.rewind(), target);
                } catch (IOException e) {
                    // This address does not lead there. The rank looks for itself.
                }
            }
        }
    }

    private synchronized long secretOf(int rank) {
        return Long.parseLong(bells[rank].split(",")[1]);
    }

    private synchronized InetSocketAddress[] targets(int rank) {
        if (targets[rank] == null) {
            targets[rank] = rank < bells.length && !bells[rank].isEmpty() ? parse(bells[rank].split(","))
                    : new InetSocketAddress[0];
        }
        return targets[rank];
    }

    /** An address that this host has, too, leads nowhere else: container bridges have the same one on each host. */
    private InetSocketAddress[] parse(String[] bell) {
        List<InetSocketAddress> there = new ArrayList<>();
        for (String address : Arrays.asList(bell).subList(2, bell.length)) {
            try {
                if (!own.contains(address)) {
                    there.add(new InetSocketAddress(InetAddress.getByName(address), Integer.parseInt(bell[0])));
                }
            } catch (UnknownHostException e) {
                // An address of a kind that this host does not know.
            }
        }
        return there.toArray(InetSocketAddress[]::new);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nobody rings any more.
        }
    }
}

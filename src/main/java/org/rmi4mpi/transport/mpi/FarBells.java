package org.rmi4mpi.transport.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
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
 * Rings ranks on other nodes by a datagram, since they share no memory with this one, and MPI cannot wake a process
 * that sleeps. A rank that has been rung polls in steps: the first takes 20 us, and each step is longer than the one
 * before by a thirty-second. So a sender rings for a frame only if its last ring of that rank was some milliseconds
 * ago. Otherwise that rank still polls soon enough. A datagram may be lost, so each rank also looks by itself every 0.1
 * s.
 *
 * <p>A datagram has 9 bytes. The first 8 are a random number that the receiver has given to the ranks of its job. The
 * last is 0 after a frame, 1 after a message, and 2 asks for an answer, which has the same bytes. Other datagrams are
 * ignored. Used by any thread.
 */
final class FarBells implements AutoCloseable {
    /** A rank is rung at most once in this time. */
    static final long PAUSE_NS = 5_000_000;
    private static final byte RING = 0;
    private static final byte STIR = 1;
    private static final byte ASK = 2;
    private static final int LENGTH = Long.BYTES + 1;
    /** How many addresses of a host are tried. */
    private static final int MOST_ADDRESSES = 4;

    private final DatagramChannel channel;
    private final long secret = new SecureRandom().nextLong();
    private final List<String> own = addresses();
    /**
     * The addresses of the ranks; empty for a rank without such a bell. They are kept as text, since a rank rings few
     * of the others.
     */
    private String[] bells = {};
    private final InetSocketAddress[][] targets;
    /** When each rank was last rung, in the time of {@link System#nanoTime}. A lost update costs a ring. */
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

    /** The addresses of this host, except for those that name another host when they are used elsewhere. */
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
                SocketAddress sender = channel.receive(ring);
                if (ring.position() != LENGTH || ring.getLong(0) != secret) {
                    continue;
                }
                switch (ring.get(Long.BYTES)) {
                    case ASK -> channel.send(ring.flip(), sender);
                    case STIR -> onStir.run();
                    default -> onRing.run();
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | OutOfMemoryError e) {
                Thread.yield(); // An error of an earlier send may show here.
            }
        }
    }

    /** @param all the {@link #address} of each rank; empty for a rank without such a bell */
    synchronized void reach(List<String> all) {
        bells = all.toArray(String[]::new);
    }

    /** Whether a rank can be rung, and has not been rung lately. */
    boolean isDue(int rank) {
        return System.nanoTime() - rungAt[rank] >= PAUSE_NS;
    }

    /** Whether a rank can be stirred, and has not been stirred lately. */
    boolean isStirDue(int rank) {
        return System.nanoTime() - stirredAt[rank] >= PAUSE_NS;
    }

    void noteHeardFrom(int rank) {
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
            ByteBuffer ring = datagram(rank, kind);
            for (InetSocketAddress target : there) {
                try {
                    channel.send(ring.rewind(), target);
                } catch (IOException e) {
                    // This address does not lead there. The rank looks for itself.
                }
            }
        }
    }

    private ByteBuffer datagram(int rank, byte kind) {
        return ByteBuffer.allocate(LENGTH).putLong(0, secretOf(rank)).put(Long.BYTES, kind);
    }

    /**
     * Whether the host of a rank has failed, or cannot be reached: the rank does not answer in this time, and no host
     * tells that it has ended. False for ranks that have no such bell.
     */
    boolean isLost(int rank, int limitMs) {
        InetSocketAddress[] there = targets(rank);
        for (InetSocketAddress target : there) {
            if (isUp(target, datagram(rank, ASK).array(), limitMs / there.length)) {
                return false;
            }
        }
        return there.length > 0;
    }

    private static boolean isUp(InetSocketAddress target, byte[] question, int limitMs) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(target);
            socket.setSoTimeout(limitMs);
            socket.send(new DatagramPacket(question, LENGTH));
            socket.receive(new DatagramPacket(new byte[LENGTH], LENGTH));
            return true;
        } catch (PortUnreachableException e) {
            return true; // The rank has ended, and its host says so.
        } catch (IOException e) {
            return false;
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

    /**
     * Leaves out addresses that this host has, too. They lead to no other host: container bridges have the same address
     * on each host.
     */
    private InetSocketAddress[] parse(String[] bell) {
        List<InetSocketAddress> there = new ArrayList<>();
        for (String address : Arrays.asList(bell).subList(2, bell.length)) {
            try {
                if (!own.contains(address)) {
                    there.add(new InetSocketAddress(InetAddress.getByName(address), Integer.parseInt(bell[0])));
                }
            } catch (UnknownHostException e) {
                // This host does not know addresses of this kind.
            }
        }
        return there.toArray(InetSocketAddress[]::new);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // No rank rings any more.
        }
    }
}

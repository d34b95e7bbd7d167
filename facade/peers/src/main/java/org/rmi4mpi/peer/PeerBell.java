package org.rmi4mpi.peer;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Wakes this rank for peers of its host, which lack our shared memory: a datagram with the key of the bell, at the loopback
 * interface. Its thread sleeps until one comes.
 */
final class PeerBell {
    private static final int KEY_BYTES = 16;

    private final DatagramSocket socket;
    private final byte[] key = new byte[KEY_BYTES];
    private final Runnable wake;

    private PeerBell(Runnable wake) throws IOException {
        this.wake = wake;
        new SecureRandom().nextBytes(key);
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
    }

    /** Returns null where there is no socket. Then calls of peers after a pause are late. */
    static PeerBell open(Runnable wake) {
        try {
            PeerBell bell = new PeerBell(wake);
            Thread thread = new Thread(bell::listen, "rmi4mpi-peer-bell");
            thread.setDaemon(true);
            thread.start();
            return bell;
        } catch (IOException e) {
            return null;
        }
    }

    /** In the form of docs/wire.md. */
    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    byte[] key() {
        return key;
    }

    private void listen() {
        DatagramPacket packet = new DatagramPacket(new byte[KEY_BYTES + 1], KEY_BYTES + 1);
        while (!socket.isClosed()) {
            try {
                packet.setLength(KEY_BYTES + 1);
                socket.receive(packet);
                if (Arrays.equals(Arrays.copyOf(packet.getData(), packet.getLength()), key)) {
                    wake.run();
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    return; // a rank that sleeps looks for frames in steps
                }
            }
        }
    }

    void close() {
        socket.close();
    }
}

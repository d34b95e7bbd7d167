package org.rmi4mpi.gateway;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.Principal;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/**
 * A connection from outside, which ends where a request is longer than its limit. {@link ConnectionTable} ends it where a request
 * or a reply takes longer than its time. One thread of the JDK's RMI reads and writes it.
 */
final class Connection extends Socket {
    /** The connection from which a thread has read last: the JDK gives each connection a thread. */
    private static final ThreadLocal<Connection> CURRENT = new ThreadLocal<>();

    /** The JDK's RMI reads and writes 8 KiB at a time. */
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long GATHER_NS = 20_000;

    private final long mostBytes;
    private final Consumer<Connection> whenClosed;
    private String address = "";
    private volatile String lastUser = Caller.NOBODY;
    private SSLSocket secure;
    private long bytesIn;
    private long arrayBytes;
    /** When the connection became idle, or its request or reply began, by {@link System#nanoTime}; 0 while a method runs. */
    private volatile long since;
    private volatile boolean isIdle;

    /** @param mostBytes of a request */
    Connection(long mostBytes, Consumer<Connection> whenClosed) {
        this.mostBytes = mostBytes;
        this.whenClosed = whenClosed;
    }

    /** The connection whose request this thread serves; null if it serves none from outside. */
    static Connection current() {
        return CURRENT.get();
    }

    /** Called when the connection has been accepted. */
    void begin() {
        String host = getInetAddress().getHostAddress();
        address = (host.contains(":") ? "[" + host + "]" : host) + ":" + getPort();
        since = System.nanoTime();
    }

    /** Whether it has been closed before both ends have agreed on TLS. */
    boolean isWithoutTls() {
        return secure != null && secure.getSession().getCipherSuite().startsWith("SSL_NULL");
    }

    String address() {
        return address;
    }

    /** Begins TLS, with certificates at both ends. The limits hold for what arrives by it. */
    void secure(SSLContext tls) throws IOException {
        SSLSocket layer = (SSLSocket) tls.getSocketFactory().createSocket(new Beneath(),
                getInetAddress().getHostAddress(), getPort(), true);
        layer.setUseClientMode(false);
        layer.setNeedClientAuth(true);
        secure = layer;
    }

    /** Who is at the other end, by its certificate and its address. Until both ends have agreed on TLS, this waits for the client. */
    Caller caller() {
        lastUser = certified();
        return new Caller(lastUser, address);
    }

    /** Who it was at the last call, without waiting. */
    Caller lastCaller() {
        return new Caller(lastUser, address);
    }

    private String certified() {
        if (secure != null) {
            try {
                Principal peer = secure.getSession().getPeerPrincipal();
                return peer.getName();
            } catch (SSLPeerUnverifiedException e) {
                return Caller.NOBODY;
            }
        }
        return Caller.NOBODY;
    }

    /** Whether it has been idle, or its request or reply under way, for longer than this. */
    boolean isOverdue(long limitNs) {
        long begun = since;
        return begun != 0 && System.nanoTime() - begun > limitNs;
    }

    boolean isIdle() {
        return isIdle;
    }

    /** What the JDK's RMI reads: requests in plain text. */
    @Override
    public InputStream getInputStream() throws IOException {
        InputStream in = secure == null ? arrivals() : secure.getInputStream();
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                if (CURRENT.get() != Connection.this) {
                    CURRENT.set(Connection.this);
                    Refusals.take(); // that of the connection before
                }
                int count = in.read(bytes, from, length);
                if (count > 0) {
                    arrived(count);
                }
                return count;
            }

            @Override
            public int available() throws IOException {
                return in.available();
            }
        };
    }

    private InputStream arrivals() throws IOException {
        return new BufferedInputStream(new Arrivals(super.getInputStream()), BUFFER_BYTES);
    }

    /**
     * Reads a long request in large pieces. A packet that finds its reader asleep has to wake it, which takes its sender longer than
     * to send the packet. So the reader comes back later, for more of them.
     */
    private final class Arrivals extends FilterInputStream {
        Arrivals(InputStream packets) {
            super(packets);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (bytesIn > BUFFER_BYTES && in.available() < BUFFER_BYTES) {
                LockSupport.parkNanos(GATHER_NS);
            }
            return in.read(bytes, from, length);
        }
    }

    private void arrived(int count) throws IOException {
        if (isIdle) {
            isIdle = false;
            since = System.nanoTime();
        }
        bytesIn += count;
        if (bytesIn > mostBytes) {
            String text = "a request of more than " + mostBytes + " bytes";
            Refusals.note(text);
            throw new SocketException(text);
        }
    }

    /** Adds an array to those of the request. Returns the bytes of all. They may be many more than have come. */
    long addArray(long bytes) {
        arrayBytes += bytes;
        return arrayBytes;
    }

    /** A method runs: what follows is no longer the client's time. */
    void methodBegins() {
        since = 0;
    }

    private void becomeIdle() {
        since = System.nanoTime();
        isIdle = true;
        bytesIn = 0;
        arrayBytes = 0;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        OutputStream out = new BufferedOutputStream(
                secure == null ? super.getOutputStream() : secure.getOutputStream(), BUFFER_BYTES);
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                replyLeaves();
                out.write(bytes, from, length);
                becomeIdle();
            }

            @Override
            public void flush() throws IOException {
                replyLeaves();
                out.flush();
                becomeIdle();
            }
        };
    }

    private void replyLeaves() {
        since = System.nanoTime();
        isIdle = false;
    }

    /** Not synchronized: the farewell of TLS may block, and then {@link #cut} must not. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void close() throws IOException {
        if (secure == null) {
            cut();
        } else {
            secure.close();
        }
    }

    /** Closes it without a farewell of TLS, for which a client could have us wait. */
    void cut() throws IOException {
        try {
            super.close();
        } finally {
            whenClosed.accept(this);
        }
    }

    /** The connection beneath TLS. */
    private final class Beneath extends Socket {
        @Override
        public InputStream getInputStream() throws IOException {
            return arrivals();
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return Connection.super.getOutputStream();
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public boolean isClosed() {
            return Connection.super.isClosed();
        }

        @Override
        public InetAddress getInetAddress() {
            return Connection.super.getInetAddress();
        }

        @Override
        public int getPort() {
            return Connection.super.getPort();
        }

        /** Of its own it has no connection: what asks this class for one would make one, which nobody closes. */
        @Override
        public int getSoLinger() throws SocketException {
            return Connection.super.getSoLinger();
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public int getSoTimeout() throws SocketException {
            return Connection.super.getSoTimeout();
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void setSoTimeout(int milliseconds) throws SocketException {
            Connection.super.setSoTimeout(milliseconds);
        }

        @Override
        public boolean isInputShutdown() {
            return Connection.super.isInputShutdown();
        }

        @Override
        public boolean isOutputShutdown() {
            return Connection.super.isOutputShutdown();
        }

        @Override
        public void shutdownInput() throws IOException {
            Connection.super.shutdownInput();
        }

        @Override
        public void shutdownOutput() throws IOException {
            Connection.super.shutdownOutput();
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void close() throws IOException {
            cut();
        }
    }
}

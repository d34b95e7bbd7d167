package org.rmi4mpi.gateway;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Requests that would hold the memory or the threads of a gateway, and calls that a rule denies. */
public class GatewayLimitsTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private ConnectionTable connections;

    interface Stoppable extends Remote {
        void stop() throws RemoteException;
    }

    interface Solver extends Stoppable {
        Object solve(Object values) throws RemoteException;
    }

    private ServerSocket listen(SSLContext tls, int seconds) throws IOException {
        GatewaySettings settings = new GatewaySettings(0).requestSeconds(seconds).requestMib(1);
        connections = new ConnectionTable(settings, InetAddress.getLoopbackAddress(), tls, new Audit(0));
        return connections.createServerSocket(0);
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), connections.port());
    }

    @After
    public void close() {
        if (connections != null) {
            connections.close();
        }
    }

    /** The second one shows that the first has not stopped the thread that ends them. */
    @Test
    public void clientsThatNeverAgreeOnTlsAreDisconnected() throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, null, null);
        ServerSocket listening = listen(tls, 1);
        for (int i = 0; i < 2; i++) {
            try (Socket client = connect(); Socket accepted = listening.accept()) {
                Thread reader =
                        new Thread(() -> assertThrows(IOException.class, () -> accepted.getInputStream().read()));
                reader.start();
                assertThat(isEnded(client), is(true));
                reader.join();
            }
        }
    }

    /** An update of keys makes the gateway write, in the middle of a request. */
    @Test
    public void keysThatAreUpdatedDoNotBeginTheLimitsAnew() throws Exception {
        SSLContext tls = TlsKeys.read(keys());
        try (ServerSocket listening = listen(tls, 60);
                SSLSocket client = (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
                        connections.port())) {
            Thread writer = new Thread(() -> {
                for (int i = 0; i < 2; i++) {
                    write(new byte[600_000], client);
                    updateKeys(client);
                }
            });
            writer.start();
            try (Socket accepted = listening.accept()) {
                InputStream in = accepted.getInputStream();
                IOException refused = assertThrows(IOException.class, in::readAllBytes);
                assertThat(refused.getMessage(), containsString("a request of more than 1048576 bytes"));
            }
            writer.join();
        }
    }

    /** In TLS 1.3 a second handshake is an update of keys. */
    private static void updateKeys(SSLSocket client) {
        try {
            client.startHandshake();
        } catch (IOException e) {
            // the other end has refused
        }
    }

    private Path keys() throws Exception {
        Path store = folder.getRoot().toPath().resolve("keys");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair", "-alias", "gateway", "-keyalg", "EC", "-dname", "CN=gateway", "-storepass", "password",
                "-keystore", store.toString()).inheritIO().start();
        assertThat(keytool.waitFor(), is(0));
        Files.writeString(Path.of(store + ".password"), "password\n");
        return store;
    }

    private static boolean isEnded(Socket client) throws IOException {
        try {
            while (client.getInputStream().read() >= 0) {
                // an alert of TLS
            }
        } catch (SocketException e) {
            // it is ended as well
        }
        return true;
    }

    @Test
    public void arraysInArraysCountTogether() throws Exception {
        Object[] inner = new Object[100_000];
        Object[] nested = inner;
        for (int i = 0; i < 4; i++) {
            nested = new Object[] {nested, new Object[100_000]};
        }
        byte[] one = bytes(inner);
        byte[] all = bytes(nested);
        try (ServerSocket listening = listen(null, 60); Socket client = connect();
                Connection connection = (Connection) listening.accept()) {
            read(one, client, connection);
            connection.getOutputStream().write(0); // the reply
            read(one, client, connection);
            connection.getOutputStream().write(0);
            Exception refused = assertThrows(InvalidClassException.class, () -> read(all, client, connection));
            assertThat(refused.getMessage(), containsString("REJECTED"));
            assertThat(Refusals.take(), containsString("an array of 100000 elements > "));
        }
    }

    private static byte[] bytes(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(value);
        return bytes.toByteArray();
    }

    private static void read(byte[] bytes, Socket client, Connection connection) throws Exception {
        new Thread(() -> write(bytes, client)).start();
        ObjectInputStream in = new ObjectInputStream(connection.getInputStream());
        in.setObjectInputFilter(
                new SignatureFilter(Signatures.ofRanks(Set.of(Solver.class)), null, 1 << 20, false));
        in.readObject();
    }

    private static void write(byte[] bytes, Socket client) {
        try {
            client.getOutputStream().write(bytes);
        } catch (IOException e) {
            // the other end has refused
        }
    }

    @Test
    public void aRuleForAnInterfaceHoldsForMethodsThatItInherits() throws Exception {
        RulesFile rules = RulesFile.of(
                List.of("deny * solver " + Solver.class.getName() + " stop", "allow * * * *"), "rules");
        Method stop = Solver.class.getMethod("stop");
        Method solve = Solver.class.getMethod("solve", Object.class);
        Caller caller = new Caller("alice", "");
        List<Class<?>> interfaces = List.of(Solver.class);
        assertThat(rules.allows(caller, "solver", stop, interfaces), is(false));
        assertThat(rules.allows(caller, "solver", solve, interfaces), is(true));
        assertThat(rules.allows(caller, "another", stop, interfaces), is(true));
    }
}

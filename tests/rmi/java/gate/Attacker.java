package gate;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.RMISocketFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Tries what the JDK's RMI is known to be attacked by. */
public class Attacker {
    private static final int REGISTRY = 0;
    private static final int COLLECTOR = 2;
    private static final long REGISTRY_HASH = 4905912898345647071L;
    private static final long COLLECTOR_HASH = -669196253586618813L;
    private static volatile boolean stalls;

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        String way = arguments[1];
        switch (way) {
            case "registry" -> raw(port, REGISTRY, 2, REGISTRY_HASH);
            case "collector" -> raw(port, COLLECTOR, 1, COLLECTOR_HASH);
            case "method" -> method(port, Collections.singletonList((Object) new Gadget()));
            case "nested" -> method(port, nested());
            case "array" -> fails(() -> solver(port).scale(new double[1 << 20], 2));
            case "long" -> method(port, points());
            case "slow" -> slow(port);
            case "silent" -> silent(port);
            case "deaf" -> deaf(port);
            case "many" -> many(port, Integer.parseInt(arguments[2]));
            default -> throw new IllegalArgumentException(way);
        }
        System.out.println("the attack has ended");
        System.exit(0);
    }

    private static Solver solver(int port) throws Exception {
        return (Solver) LocateRegistry.getRegistry("localhost", port).lookup("solver");
    }

    interface Step {
        void run() throws Exception;
    }

    private static void fails(Step step) throws Exception {
        try {
            step.run();
        } catch (RemoteException e) {
            System.out.println("refused: " + e);
            return;
        }
        throw new IllegalStateException("the attack was not refused");
    }

    /** A call with an object where the protocol has a name, or a number. */
    private static void raw(int port, int object, int operation, long hash) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            OutputStream bytes = socket.getOutputStream();
            begin(bytes, 0x4c); // one call, without an acknowledgement
            bytes.write(0x50);
            ObjectOutputStream out = new ObjectOutputStream(bytes) {
                @Override
                protected void annotateClass(Class<?> type) throws IOException {
                    writeObject(null); // no code base
                }
            };
            out.writeLong(object);
            out.writeInt(0);
            out.writeLong(0);
            out.writeShort(0);
            out.writeInt(operation);
            out.writeLong(hash);
            out.writeObject(new Gadget());
            out.flush();
            socket.getInputStream().readAllBytes();
        }
    }

    private static void begin(OutputStream bytes, int protocol) throws IOException {
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0x4a524d49);
        out.writeShort(2);
        out.writeByte(protocol);
        out.flush();
    }

    @SuppressWarnings("unchecked")
    private static void method(int port, List<?> points) throws Exception {
        fails(() -> solver(port).reverse((List<Point>) points));
    }

    private static List<Object> nested() {
        List<Object> inner = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            inner = new ArrayList<>(List.of(inner));
        }
        return inner;
    }

    private static List<Object> points() {
        List<Object> points = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            points.add(new Point(i, i));
        }
        return points;
    }

    /** A byte now and then. */
    private static void slow(int port) throws Exception {
        try (Socket socket = new Socket("localhost", port)) {
            OutputStream out = socket.getOutputStream();
            begin(out, 0x4c);
            out.write(new byte[] {0x50, (byte) 0xac, (byte) 0xed, 0, 5, 0x77, 0x22}); // a block of 34 bytes
            while (true) {
                out.write(0);
                out.flush();
                Thread.sleep(200);
            }
        } catch (IOException e) {
            System.out.println("refused: " + e);
        }
    }

    private static void silent(int port) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            System.out.println("refused: " + socket.getInputStream().read());
        }
    }

    /** Reads no reply, and is killed in the end. */
    private static void deaf(int port) throws Exception {
        RMISocketFactory.setSocketFactory(new RMISocketFactory() {
            @Override
            public Socket createSocket(String host, int to) throws IOException {
                return new Socket(host, to) {
                    @Override
                    public InputStream getInputStream() throws IOException {
                        InputStream in = super.getInputStream();
                        return new InputStream() {
                            @Override
                            public int read() throws IOException {
                                byte[] one = new byte[1];
                                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
                            }

                            @Override
                            public int read(byte[] bytes, int from, int length) throws IOException {
                                while (stalls) {
                                    LockSupport.park();
                                }
                                return in.read(bytes, from, length);
                            }
                        };
                    }
                };
            }

            @Override
            public ServerSocket createServerSocket(int at) throws IOException {
                return new ServerSocket(at);
            }
        });
        Solver solver = solver(port);
        solver.greet("you");
        stalls = true;
        solver.zeros(4 << 20);
    }

    private static void many(int port, int connections) throws Exception {
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            open.add(new Socket("localhost", port));
        }
        System.out.println("refused: " + open.get(connections - 1).getInputStream().read());
        for (Socket each : open) {
            each.close();
        }
    }
}

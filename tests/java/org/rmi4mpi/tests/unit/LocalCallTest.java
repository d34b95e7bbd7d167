package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.CallFrame;

/** Remote calls between three runtimes of one JVM: all layers but MPI. */
public class LocalCallTest {
    interface Adder extends Remote {
        int add(int a, int b) throws RemoteException;

        Adder other(Adder a) throws RemoteException;
    }

    static class Plus implements Adder {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public Adder other(Adder a) {
            return a;
        }
    }

    private final List<LocalTransport> transports = LocalTransport.group(3);
    private final List<ReferenceLayer> layers = new ArrayList<>();

    @Before
    public void start() {
        for (LocalTransport transport : transports) {
            ReferenceLayer layer = new ReferenceLayer(transport, 100, 1_000_000, false);
            layer.dispatcher().start();
            layers.add(layer);
        }
    }

    @After
    public void stop() {
        layers.forEach(layer -> layer.dispatcher().stop());
    }

    /** An object of id 1 at rank 2, as rank 0 sees it. */
    private Adder remoteAdder() throws RemoteException {
        layers.get(2).export(1, new Plus());
        return (Adder) Stubs.of(Plus.class, layers.get(0).reference(2, 1));
    }

    @Test
    public void aCallIsAnswered() throws RemoteException {
        assertThat(remoteAdder().add(20, 22), is(42));
    }

    @Test
    public void aStubThatTravelsBelongsToTheRuntimeThatReadsIt() throws RemoteException {
        Adder mine = new Plus();
        layers.get(0).export(mine);
        Adder back = remoteAdder().other(mine);
        assertThat(back.add(1, 2), is(3));
        assertThat(back.toString(), containsString("rank 0"));
    }

    @Test
    public void aRankThatIsNotThereIsAConnectException() {
        Adder nowhere = (Adder) Stubs.of(Plus.class, layers.get(0).reference(7, 1));
        ConnectException e = assertThrows(ConnectException.class, () -> nowhere.add(1, 1));
        assertThat(e.getMessage(), containsString("rank 7"));
    }

    @Test
    public void callsAfterTheEndAreRefused() throws RemoteException {
        Adder adder = remoteAdder();
        layers.get(0).dispatcher().stop();
        assertThrows(ConnectException.class, () -> adder.add(1, 1));
    }

    @Test
    public void framesThatMakeNoSenseAreDroppedAndTheRankGoesOn() throws RemoteException {
        Adder adder = remoteAdder();
        java.util.Random random = new java.util.Random(1);
        for (int i = 0; i < 200; i++) {
            Frame frame = transports.get(1).acquire(64);
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            if (bytes.length > 2 && i % 2 == 0) {
                bytes[0] = (byte) random.nextInt(8);
                bytes[1] = CallFrame.VERSION;
            }
            ByteBuffer to = frame.bytes();
            to.put(bytes);
            transports.get(1).send(2, frame);
        }
        assertThat(adder.add(2, 3), is(5));
    }
}

package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.ServedMethod;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.ref.BatchRequest;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.ReplyFrame;

/** Remote calls between three runtimes of one JVM: all layers but MPI. */
public class LocalCallTest {
    interface Adder extends Remote {
        int add(int a, int b) throws RemoteException;

        Adder other(Adder a) throws RemoteException;

        CompletableFuture<Integer> later(int a) throws RemoteException;

        void keep(int a) throws RemoteException;

        List<Integer> kept() throws RemoteException;

        byte[] echo(byte[] bytes) throws RemoteException;

        void park() throws RemoteException;

        /** Calls back, so deep. */
        int through(Adder back, int depth) throws RemoteException;

        /** Returns when {@link Plus#letGo}. */
        void hold() throws RemoteException;
    }

    static class Plus implements Adder {
        private final List<Integer> kept = new CopyOnWriteArrayList<>();
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch letGo = new CountDownLatch(1);

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public Adder other(Adder a) {
            return a;
        }

        @Override
        public CompletableFuture<Integer> later(int a) {
            return CompletableFuture.supplyAsync(() -> a + 1);
        }

        @Override
        public void keep(int a) {
            kept.add(a);
        }

        @Override
        public List<Integer> kept() {
            return kept;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public synchronized void park() {
            try {
                wait();
            } catch (InterruptedException e) {
                kept.add(-1);
            }
        }

        @Override
        public int through(Adder back, int depth) throws RemoteException {
            return depth == 0 ? 0 : 1 + back.through(this, depth - 1);
        }

        @Override
        public void hold() {
            held.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final List<LocalTransport> transports = LocalTransport.group(3);
    private final List<ReferenceLayer> layers = new ArrayList<>();

    @Before
    public void start() {
        for (LocalTransport transport : transports) {
            ReferenceLayer layer =
                    new ReferenceLayer(transport, new WaitPolicy(100, false, 1_000_000), new Probe(), true);
            layer.dispatcher().start();
            layers.add(layer);
        }
    }

    @After
    public void stop() {
        layers.forEach(ReferenceLayer::stopCollecting);
        layers.forEach(layer -> layer.dispatcher().stop());
    }

    /** An object of id 1 at rank 2, as rank 0 sees it. */
    private Adder remoteAdder() throws RemoteException {
        layers.get(2).export(1, new Plus());
        return (Adder) Stubs.create(Plus.class, layers.get(0).reference(2, 1));
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
    public void objectsCallEachOtherBack() throws RemoteException {
        Adder mine = new Plus();
        layers.get(0).export(mine);
        assertThat(remoteAdder().through(mine, 50), is(50));
    }

    @Test
    public void argumentsOfAllSizes() throws RemoteException {
        Adder adder = remoteAdder();
        for (int length : new int[] {0, 1000, 100_000, 10_000_000}) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) length);
            assertThat(Arrays.equals(adder.echo(bytes), bytes), is(true));
        }
    }

    @Test
    public void callsThatAreNotWaitedFor() throws RemoteException {
        Adder adder = remoteAdder();
        assertThat(adder.later(1).join(), is(2));
        Adder async = Stubs.async(adder);
        List<CompletableFuture<Object>> sums = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            async.add(i, i);
            sums.add(layers.get(0).takeFuture());
            Stubs.oneWay(adder).keep(i);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(sums.get(i).join(), is(2 * i));
        }
        assertThat(adder.kept(), is(IntStream.range(0, 1000).boxed().toList()));
    }

    @Test
    public void callsThatAreGivenUp() throws Exception {
        Adder adder = remoteAdder();
        assertThrows(CallTimeoutException.class, () -> Stubs.within(adder, 50_000_000).park());
        Stubs.async(adder).park();
        CompletableFuture<Object> parked = layers.get(0).takeFuture();
        assertThat(adder.add(1, 1), is(2)); // which begins when the other waits
        parked.cancel(true);
        while (adder.kept().size() < 2) {
            Thread.sleep(1);
        }
    }

    @Test
    public void callsInOneMessage() throws RemoteException {
        Adder adder = remoteAdder();
        BatchRequest batch = new BatchRequest(adder);
        for (int i = 0; i < 1000; i++) {
            batch.view(adder).keep(i);
        }
        assertThat(adder.kept(), is(List.of()));
        batch.send();
        assertThat(adder.kept().size(), is(1000));
    }

    @Test
    public void aRankThatIsNotThereIsAConnectException() {
        Adder nowhere = (Adder) Stubs.create(Plus.class, layers.get(0).reference(7, 1));
        ConnectException e = assertThrows(ConnectException.class, () -> nowhere.add(1, 1));
        assertThat(e.getMessage(), containsString("rank 7"));
    }

    @Test
    public void callsAfterTheEndAreRefused() throws RemoteException {
        Adder adder = remoteAdder();
        layers.get(0).dispatcher().stop();
        assertThrows(ConnectException.class, () -> adder.add(1, 1));
    }

    /** A thread that waited for the poll lock forever would take a core. */
    @Test(timeout = 20_000)
    public void threadsEndWhoseMethodsOutliveTheirRank() throws Exception {
        Plus plus = new Plus();
        layers.get(2).export(1, plus);
        Stubs.oneWay((Adder) Stubs.create(Plus.class, layers.get(0).reference(2, 1))).hold();
        plus.held.await();
        layers.get(2).dispatcher().stop();
        plus.letGo.countDown();
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(
                thread -> thread.getName().startsWith("rmi4mpi-dispatcher-2."))) {
            Thread.sleep(1);
        }
    }

    @Test
    public void framesThatMakeNoSenseAreDroppedAndTheRankGoesOn() throws RemoteException {
        Adder adder = remoteAdder();
        java.util.Random random = new java.util.Random(1);
        for (int i = 0; i < 2000; i++) {
            Frame frame = transports.get(1).acquire(64);
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            if (bytes.length > 2 && i % 2 == 0) {
                bytes[0] = (byte) random.nextInt(16);
                bytes[1] = FrameHeader.VERSION;
            }
            ByteBuffer to = frame.bytes();
            to.put(bytes);
            transports.get(1).send(2, frame);
        }
        assertThat(adder.add(2, 3), is(5));
    }

    @Test
    public void aReplyWithoutItsResultIsAnUnmarshalException() throws Exception {
        List<LocalTransport> pair = LocalTransport.group(2);
        ReferenceLayer caller =
                new ReferenceLayer(pair.get(0), new WaitPolicy(100, false, 1_000_000), new Probe(), true);
        caller.dispatcher().start();
        Thread other = new Thread(() -> answerTwo(pair.get(1)));
        other.start();
        try {
            Adder adder = (Adder) Stubs.create(Plus.class, caller.reference(1, 1));
            UnmarshalException e = assertThrows(UnmarshalException.class, () -> adder.add(1, 1));
            assertThat(e.getMessage(),
                    containsString("at rank 1: a reply of 16 bytes has no room for a result of type int"));
            Stubs.async(adder).add(1, 1);
            CompletionException late = assertThrows(CompletionException.class, caller.takeFuture()::join);
            assertThat(late.getCause(), instanceOf(UnmarshalException.class));
        } finally {
            other.join();
            caller.stopCollecting();
            caller.dispatcher().stop();
        }
    }

    /** A clock that goes on by one where a reply is sent. */
    private static class ReplyClock extends Probe {
        private final AtomicLong replies = new AtomicLong();
        private final LinkedBlockingQueue<Long> times = new LinkedBlockingQueue<>();

        @Override
        public long time() {
            return replies.get();
        }

        @Override
        public void count(Count what, long value) {
            if (what == Count.SERVED) {
                replies.incrementAndGet();
            }
        }

        @Override
        public void methodEnds(ServedMethod served, long bytes, long began, long time) {
            times.add(time - began);
        }
    }

    @Test
    public void theTimeOfAMethodHasNotTheSendingOfALongReply() throws Exception {
        ReplyClock clock = new ReplyClock();
        List<LocalTransport> pair = LocalTransport.group(2);
        List<ReferenceLayer> both = new ArrayList<>();
        try {
            for (LocalTransport transport : pair) {
                both.add(new ReferenceLayer(transport, new WaitPolicy(100, false, 1_000_000), clock, true));
                both.get(transport.rank()).dispatcher().start();
            }
            both.get(1).export(1, new Plus());
            Adder adder = (Adder) Stubs.create(Plus.class, both.get(0).reference(1, 1));
            for (int length : new int[] {100, 100_000, 10_000_000}) {
                adder.echo(new byte[length]);
                assertThat(length + " bytes", clock.times.poll(60, TimeUnit.SECONDS), is(length == 100 ? 1L : 0L));
            }
        } finally {
            both.forEach(ReferenceLayer::stopCollecting);
            both.forEach(layer -> layer.dispatcher().stop());
        }
    }

    private static void answerTwo(LocalTransport transport) {
        for (int answered = 0; answered < 2; Thread.onSpinWait()) {
            answered += transport.poll(request -> {
                Frame reply = transport.acquire(ReplyFrame.HEADER);
                FrameHeader.put(reply.bytes(), FrameKind.RESULT, 0);
                FrameHeader.putCallId(reply.bytes(), FrameHeader.callId(request.bytes()));
                reply.bytes().position(ReplyFrame.HEADER);
                transport.send(0, reply);
                request.release();
            });
        }
    }
}

package org.rmi4mpi.peer;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Counters;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.Peers;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteReference;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.PeerFrame;

/** The peers of a rank, from the start of the job to its end: makes calls of their objects, and serves theirs. Thread-safe. */
public final class PeerService implements RankService, Peers, PeerLink.Arrivals, CallingRank {
    /** After this time a line reports what the end of the job waits for. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private static final String UNKNOWN = "another language";

    private ReferenceLayer layer;
    private PeerLink link;
    /** Null where there is none. */
    private PeerBell bell;
    private int count;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, PendingReply> calls = new ConcurrentHashMap<>();
    private DepartedPeers departed;
    private final AtomicInteger byes = new AtomicInteger();
    /** One-way requests to each peer since the last one that was answered. */
    private AtomicIntegerArray oneWays;
    /** Of each peer; null until it has told it. */
    private AtomicReferenceArray<String> languages;
    /** What each thread runs for a peer. */
    private final ThreadLocal<PeerRequest> running = new ThreadLocal<>();
    /** The targets of one-way requests, which live until a later request to their rank is answered. */
    private List<Queue<RemoteReference>> kept;

    @Override
    public void start(ReferenceLayer ofRank) {
        int[] peers = Job.peerRanks();
        count = peers.length;
        if (count == 0) {
            return;
        }
        layer = ofRank;
        int[] members = IntStream.concat(IntStream.of(Job.javaRanks()), IntStream.of(peers)).toArray();
        long communicator = join(members, peers);
        link = new PeerLink(communicator, layer.rank(), layer.size(), members.length, this);
        oneWays = new AtomicIntegerArray(count);
        languages = new AtomicReferenceArray<>(count);
        kept = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kept.add(new ConcurrentLinkedQueue<>());
        }
        departed = new DepartedPeers(Job.rank(), layer.dispatcher()::waits);
        layer.setPeers(this);
        layer.dispatcher().takeFramesFrom(link);
        bell = PeerBell.open(layer.dispatcher()::wakeCrew);
        forEachPeer(this::greet);
    }

    private static long join(int[] members, int[] peers) {
        if (Job.rank() != members[0]) {
            return Job.makeCommunicator(members, PeerFrame.JOIN_TAG);
        }
        JoinWait wait = new JoinWait(peers);
        try {
            return Job.makeCommunicator(members, PeerFrame.JOIN_TAG);
        } finally {
            wait.end();
        }
    }

    private void greet(int rank) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("language", "Java");
        about.put("host", Job.host());
        about.put("pid", ProcessHandle.current().pid());
        if (bell != null) {
            about.put("bell", bell.address());
            about.put("key", bell.key());
        }
        ValueWriter writer = new ValueWriter(layer);
        try {
            writer.begin(PeerFrame.HELLO, 0, 0);
            writer.write(about);
            link.send(rank, writer.take());
        } catch (IOException e) {
            throw new AssertionError("texts and numbers can be written", e);
        } finally {
            writer.close();
        }
    }

    private void forEachPeer(IntConsumer action) {
        for (int rank = layer.size(); rank < layer.size() + count; rank++) {
            action.accept(rank);
        }
    }

    @Override
    public void stop() {
        if (count == 0) {
            return;
        }
        forEachPeer(link::sendBye);
        long reportAt = System.nanoTime() + PATIENCE_NS;
        layer.dispatcher().awaitUntil(() -> haveAllEnded() || System.nanoTime() - reportAt > 0);
        if (!haveAllEnded()) {
            System.err.println(
                    "rmi4mpi: rank " + layer.rank() + " waits in MPI.Finalize for " + (count - byes.get()) + " of "
                            + count + " ranks of other languages: end their job there, as 'with Job()' does");
            layer.dispatcher().awaitUntil(this::haveAllEnded);
        }
        link.close();
        departed.end();
        if (bell != null) {
            bell.close();
        }
        TransportException ended = new TransportException("all members of the job have ended");
        calls.values().forEach(call -> call.fail(ended));
    }

    private boolean haveAllEnded() {
        return byes.get() >= count && link.isDrained();
    }

    // ---- calls of this rank

    @Override
    public int count() {
        return count;
    }

    @Override
    public OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException {
        if (target.rank() >= layer.members()) {
            throw new NoSuchObjectException("rank " + target.rank() + " >= " + layer.members() + " members of the job");
        }
        return new PeerCall(this, target, method, lastId.incrementAndGet());
    }

    @Override
    public ReferenceLayer layer() {
        return layer;
    }

    @Override
    public int worldRank(int rank) {
        return Job.peerRanks()[rank - layer.size()];
    }

    @Override
    public PeerLink link() {
        return link;
    }

    @Override
    public List<PendingCall> unattended() {
        return calls.values().stream().map(PendingReply::unattended).filter(Objects::nonNull).toList();
    }

    @Override
    public void add(PendingReply call) {
        calls.put(call.id(), call);
    }

    @Override
    public void remove(PendingReply call) {
        calls.remove(call.id(), call);
    }

    @Override
    public void await(MailWait wait, long timeoutNs) {
        layer.dispatcher().awaitMail(wait, timeoutNs);
    }

    @Override
    public void wake(MailWait wait) {
        layer.dispatcher().wake(wait);
    }

    @Override
    public void pollUntil(BooleanSupplier isOver) {
        layer.dispatcher().watch(isOver);
    }

    @Override
    public void runElsewhere(Runnable task) {
        layer.dispatcher().runElsewhere(task);
    }

    @Override
    public boolean takeOneWay(int rank) {
        int peer = rank - layer.size();
        if (oneWays.incrementAndGet(peer) <= PeerFrame.MOST_ONE_WAY) {
            return true;
        }
        oneWays.set(peer, 0);
        return false;
    }

    @Override
    public void keepForOneWay(RemoteReference target) {
        if (target.objectId() >= PeerFrame.FIRST_OBJECT) {
            kept.get(target.rank() - layer.size()).add(target);
        }
    }

    @Override
    public List<RemoteReference> takeKept(int rank) {
        List<RemoteReference> taken = new ArrayList<>();
        Queue<RemoteReference> ofRank = kept.get(rank - layer.size());
        for (RemoteReference each = ofRank.poll(); each != null; each = ofRank.poll()) {
            taken.add(each);
        }
        return taken;
    }

    // ---- what arrives

    @Override
    public void reply(Frame reply) {
        PendingReply call = calls.remove(PeerFrame.callId(reply.bytes()));
        if (call == null || call.rank() != reply.sender()) {
            reply.release(); // its caller has given up
        } else {
            call.complete(reply);
        }
    }

    @Override
    public void hello(Frame hello) {
        try {
            ValueReader reader =
                    new ValueReader(layer, hello.bytes().position(PeerFrame.HEADER), null, null, false);
            if (reader.read(Object.class) instanceof Map<?, ?> about && about.get("language") instanceof String known) {
                languages.set(hello.sender() - layer.size(), known);
            }
        } catch (IOException | RuntimeException e) {
            // its language stays unknown
        } finally {
            hello.release();
        }
    }

    @Override
    public String language(int rank) {
        String known = languages.get(rank - layer.size());
        return known == null ? UNKNOWN : known;
    }

    @Override
    public void bye(int sender) {
        byes.incrementAndGet();
        departed.add(worldRank(sender), language(sender));
    }

    // ---- calls of peers

    @Override
    public void serve(Frame request) {
        long callId = FrameHeader.callId(request.bytes());
        int caller = request.sender();
        Object outcome = null;
        Throwable thrown = null;
        try {
            outcome = answer(request, callId);
        } catch (Throwable e) {
            thrown = e;
        }
        if (callId == 0) {
            return;
        } else if (outcome instanceof CompletionStage<?> stage) {
            stage.whenComplete((result, exception) -> reply(caller, callId, result,
                    exception instanceof CompletionException && exception.getCause() != null ? exception.getCause()
                            : exception));
        } else {
            reply(caller, callId, outcome, thrown);
        }
    }

    /** Runs the method of a request, and releases the frame as soon as its arguments have been read. */
    private Object answer(Frame request, long callId) throws Throwable {
        long objectId = PeerFrame.objectId(request.bytes());
        Remote object = layer.objectAt(objectId);
        ClassLoader loader = layer.loaderAt(objectId);
        Method method;
        Object[] arguments;
        try {
            if (object == null) {
                throw new NoSuchObjectException(
                        "no such object at rank " + layer.rank() + ": its stub is of an object that was"
                                + " unexported, or collected since no rank held a stub");
            }
            ValueReader reader = new ValueReader(layer, request.bytes().position(PeerFrame.HEADER), loader,
                    layer.filterAt(objectId), objectId == PeerFrame.REGISTRY);
            if (reader.readArrayHead() != 3) {
                throw new UnmarshalException("damaged bytes: a request has three parts");
            }
            String name = reader.readText();
            String descriptor = reader.readText();
            int count = reader.readArrayHead();
            method = PeerMethods.of(object.getClass()).find(name, descriptor, count, reader);
            arguments = read(method, reader, layer.rank());
        } catch (IOException | RuntimeException e) {
            throw e instanceof RemoteException ? e
                    : new UnmarshalException("error unmarshalling arguments at rank " + layer.rank() + " for rank "
                            + request.sender() + ": " + e.getMessage(), e);
        } finally {
            request.release();
        }
        return call(object, new PeerRequest(request.sender(), callId, method, language(request.sender())), arguments,
                loader);
    }

    private static Object[] read(Method method, ValueReader reader, int rank) throws IOException {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            try {
                arguments[i] = reader.read(method.getGenericParameterTypes()[i]);
            } catch (IOException e) {
                throw new UnmarshalException("argument " + (i + 1) + " of " + method.getDeclaringClass().getName() + "."
                        + method.getName() + " at rank " + rank + ": " + e.getMessage());
            }
        }
        reader.end();
        return arguments;
    }

    @Override
    public CallInfo currentCall() {
        PeerRequest request = running.get();
        return request == null ? null : info(request);
    }

    private CallInfo info(PeerRequest request) {
        return new CallInfo(request.target(), request.caller(), layer.rank(), Map.of());
    }

    private Object call(Remote object, PeerRequest request, Object[] arguments, ClassLoader loader) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Probe probe = layer.dispatcher().probe();
        long began = probe.time();
        PeerRequest outer = running.get();
        running.set(request);
        probe.methodBegins(request, began);
        thread.setContextClassLoader(loader);
        try {
            return layer.interceptors().isEmpty() ? request.target().invoke(object, arguments)
                    : callIntercepted(object, request, arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            leaveOutOwnFrames(thrown);
            throw thrown instanceof Error error ? new ServerError("Error occurred in server thread", error)
                    : thrown instanceof RemoteException remote
                            ? new ServerException("RemoteException occurred in server thread", remote)
                    : thrown;
        } finally {
            thread.setContextClassLoader(before);
            Thread.interrupted();
            running.set(outer);
            probe.methodEnds(request, 0, began, probe.time());
        }
    }

    private Object callIntercepted(Remote object, PeerRequest request, Object[] arguments) throws Throwable {
        CallInfo info = info(request);
        Throwable thrown = null;
        try {
            try {
                layer.interceptors().tellServing(info);
            } catch (RemoteException e) {
                throw new InvocationTargetException(e); // as the method's own
            }
            return request.target().invoke(object, arguments);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
            throw e;
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            layer.interceptors().tellServed(info, thrown);
        }
    }

    /** Leaves out our frames beneath the method, and those of reflection. */
    private static void leaveOutOwnFrames(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        int end = trace.length;
        while (end > 0 && !trace[end - 1].getClassName().equals(PeerService.class.getName())) {
            end--;
        }
        while (end > 0 && (trace[end - 1].getClassName().equals(PeerService.class.getName())
                || trace[end - 1].getClassName().contains(".reflect."))) {
            end--;
        }
        if (end > 0) {
            thrown.setStackTrace(java.util.Arrays.copyOf(trace, end));
        }
    }

    private void reply(int caller, long callId, Object result, Throwable thrown) {
        ValueWriter writer = new ValueWriter(layer);
        try {
            try {
                writer.begin(thrown == null ? PeerFrame.RESULT : PeerFrame.EXCEPTION, callId, 0);
                writer.write(thrown == null ? result : thrown);
            } catch (Throwable e) { // no memory or stack, too: the caller waits for an answer
                writer.begin(PeerFrame.EXCEPTION, callId, 0);
                writer.write(new MarshalException("error marshalling the result at rank " + layer.rank() + ": "
                        + (e instanceof Error ? e : e.getMessage())));
            }
            layer.dispatcher().probe().count(Counters.Count.SERVED, 1);
            link.send(caller, writer.take());
        } catch (IOException | TransportException | OutOfMemoryError e) {
            System.err
                    .println("rmi4mpi: rank " + layer.rank() + " cannot answer rank " + caller + ": " + e.getMessage());
        } finally {
            writer.close();
        }
    }
}

package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.reflect.Method;
import java.rmi.ConnectException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.rmi.server.ExportException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;

/** One rank's reference layer: exports objects, makes calls to those of others, and answers theirs. */
public final class ReferenceLayer {
    /** Room for the header and small arguments; a frame grows where it does not do. */
    private static final int FRAME_CAPACITY = 1024;

    private static volatile ReferenceLayer current;

    private final Transport transport;
    private final Serializer serializer;
    private final Dispatcher dispatcher;
    private final ExportTable exports = new ExportTable();
    /**
     * Ids below 64 stand for objects that every rank knows of. The others are of this job: a stub of another finds
     * none.
     */
    private final AtomicLong nextId = new AtomicLong(((long) new SecureRandom().nextInt(1 << 30) + 1) << 32);

    /**
     * @param polls see {@link Dispatcher}
     * @param longestSleepNs see {@link Dispatcher}
     */
    public ReferenceLayer(Transport transport, int polls, long longestSleepNs) {
        this.transport = transport;
        this.serializer = new Serializer(transport.rank(), transport.size());
        this.dispatcher = new Dispatcher(transport, this::handle, polls, longestSleepNs);
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    public int rank() {
        return transport.rank();
    }

    public int size() {
        return transport.size();
    }

    /** The layer of this process's rank, while the job runs. */
    public static ReferenceLayer current() {
        ReferenceLayer layer = current;
        if (layer == null) {
            throw new IllegalStateException(
                    "remote objects need a running job: call MPI.Init(args) first, and nothing after MPI.Finalize()");
        }
        return layer;
    }

    /** Null when the job ends. */
    public static void makeCurrent(ReferenceLayer layer) {
        current = layer;
    }

    /**
     * Makes an object callable from every rank.
     *
     * @param stubFactory makes the stub of a class of objects from a reference
     * @return the stub
     * @throws ExportException where it is exported already
     */
    public Remote export(Remote object, BiFunction<Class<?>, RemoteReference, Remote> stubFactory)
            throws ExportException {
        return export(nextId.getAndIncrement(), object, stubFactory);
    }

    /** As {@link #export(Remote, BiFunction)}, under an id below 64 that other ranks know. */
    public Remote export(long id, Remote object, BiFunction<Class<?>, RemoteReference, Remote> stubFactory)
            throws ExportException {
        Remote stub = stubFactory.apply(object.getClass(), reference(rank(), id));
        exports.add(new ExportedObject(id, object, stub));
        return stub;
    }

    /** A reference to an object of some rank. */
    public RemoteReference reference(int rank, long id) {
        return new RemoteReference(this, rank, id);
    }

    /**
     * Ends the export of an object.
     *
     * @return false where calls to it are under way and force is not set: it stays exported then
     */
    public boolean unexport(Remote object, boolean force) throws NoSuchObjectException {
        return exports.remove(object, force);
    }

    /** The stub of an exported object; null where it is not exported. */
    public Remote stubOf(Remote object) {
        return exports.stubOf(object);
    }

    /** Calls a method; what it threw at the other rank is thrown here. */
    Object invoke(RemoteReference reference, Method method, Object[] arguments, long hash) throws Exception {
        if (reference.rank() < 0 || reference.rank() >= size()) {
            throw new ConnectException("call of " + describe(method) + " at rank " + reference.rank()
                    + " failed: there are ranks 0 to " + (size() - 1));
        }
        Frame reply = exchange(reference, request(reference, method, arguments, hash), method);
        try {
            return result(reference, method, reply);
        } finally {
            reply.release();
        }
    }

    private Frame exchange(RemoteReference reference, Frame request, Method method) throws RemoteException {
        try {
            return dispatcher.call(reference.rank(), request);
        } catch (TransportException e) {
            throw new ConnectException("call of " + describe(method) + " at rank " + reference.rank() + " failed: "
                    + e.getMessage(), e);
        }
    }

    private Frame request(RemoteReference reference, Method method, Object[] arguments, long hash)
            throws MarshalException {
        FrameBuilder frame = start(CallFrame.KIND_REQUEST, CallFrame.REQUEST_HEADER, reference.rank());
        frame.bytes().putLong(CallFrame.OBJECT_ID, reference.objectId()).putLong(CallFrame.METHOD_HASH, hash);
        try {
            Class<?>[] types = method.getParameterTypes();
            if (types.length > 0) {
                try (ObjectOutput out = serializer.writer(frame::room, reference.rank(), this::replacement)) {
                    for (int i = 0; i < types.length; i++) {
                        Values.write(types[i], arguments[i], out);
                    }
                    out.flush();
                }
            }
            return frame.take();
        } catch (IOException e) {
            throw new MarshalException("error marshalling arguments", e);
        } finally {
            frame.discard();
        }
    }

    private FrameBuilder start(byte kind, int header, int receiver) {
        FrameBuilder frame = new FrameBuilder(transport, FRAME_CAPACITY);
        frame.bytes()
                .put(CallFrame.KIND, kind)
                .put(CallFrame.VERSION_OFFSET, CallFrame.VERSION)
                .putInt(CallFrame.CLASSES, serializer.known(receiver))
                .position(header);
        return frame;
    }

    /** What travels in a remote object's place: the stub of one that is exported, otherwise the object itself. */
    public Remote replacement(Remote object) {
        Remote stub = exports.stubOf(object);
        return stub == null ? object : stub;
    }

    private Object result(RemoteReference reference, Method method, Frame reply) throws Exception {
        serializer.tellKnown(reference.rank(), reply.bytes().getInt(CallFrame.CLASSES));
        byte kind = reply.bytes().get(CallFrame.KIND);
        reply.bytes().position(CallFrame.REPLY_HEADER);
        if (kind == CallFrame.KIND_EXCEPTION) {
            throw exception(reference, method, reply);
        }
        if (method.getReturnType() == void.class) {
            return null;
        }
        try (ObjectInput in = serializer.reader(
                reply.bytes(), reference.rank(), callerLoader(method), this)) {
            return Values.read(method.getReturnType(), in);
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("error unmarshalling return", e);
        }
    }

    private static ClassLoader callerLoader(Method method) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : method.getDeclaringClass().getClassLoader();
    }

    private Exception exception(RemoteReference reference, Method method, Frame reply) throws UnmarshalException {
        Object thrown;
        try (ObjectInput in = serializer.reader(
                reply.bytes(), reference.rank(), callerLoader(method), this)) {
            thrown = in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("an exception of " + describe(method) + " at rank " + reference.rank()
                    + " could not be unmarshalled", e);
        }
        if (!(thrown instanceof Exception exception)) {
            throw new UnmarshalException("what " + describe(method) + " at rank " + reference.rank()
                    + " threw is no Exception: " + thrown);
        }
        exception.setStackTrace(joined(exception.getStackTrace(), new Throwable().getStackTrace()));
        return exception;
    }

    /** The callee's frames, then the caller's. */
    private static StackTraceElement[] joined(StackTraceElement[] callee, StackTraceElement[] caller) {
        StackTraceElement[] all = java.util.Arrays.copyOf(callee, callee.length + caller.length);
        System.arraycopy(caller, 0, all, callee.length, caller.length);
        return all;
    }

    private static String describe(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    /** Who throws what is what the caller sees: see the table in package {@code org.rmi4mpi.rmi}. */
    private Frame handle(int caller, Frame request) {
        serializer.tellKnown(caller, request.bytes().getInt(CallFrame.CLASSES));
        ExportedObject target = exports.get(request.bytes().getLong(CallFrame.OBJECT_ID));
        if (target == null) {
            request.release();
            return exceptionReply(caller, new NoSuchObjectException("no such object in table"));
        }
        Method method = target.method(request.bytes().getLong(CallFrame.METHOD_HASH));
        if (method == null) {
            request.release();
            return exceptionReply(caller, inServer(new UnmarshalException(
                    "unrecognized method hash: method not supported by remote object")));
        }
        Object result;
        target.callBegins();
        try {
            result = target.invoke(method, arguments(caller, target, method, request));
        } catch (Throwable e) {
            return exceptionReply(caller, inServer(e));
        } finally {
            target.callEnds();
        }
        return resultReply(caller, method, result);
    }

    private static Throwable inServer(Throwable thrown) {
        if (thrown instanceof Error e) {
            return new ServerError("Error occurred in server thread", e);
        } else if (thrown instanceof RemoteException e) {
            return new ServerException("RemoteException occurred in server thread", e);
        }
        return thrown;
    }

    /** Reads the arguments and gives the frame back: the method may run for long. */
    private Object[] arguments(int caller, ExportedObject target, Method method, Frame request) throws UnmarshalException {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        try {
            if (types.length > 0) {
                request.bytes().position(CallFrame.REQUEST_HEADER);
                try (ObjectInput in = serializer.reader(
                        request.bytes(), caller, target.loader(), this)) {
                    for (int i = 0; i < types.length; i++) {
                        arguments[i] = Values.read(types[i], in);
                    }
                }
            }
            return arguments;
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("error unmarshalling arguments", e);
        } finally {
            request.release();
        }
    }

    private Frame resultReply(int caller, Method method, Object result) {
        FrameBuilder frame;
        try {
            frame = start(CallFrame.KIND_RESULT, CallFrame.REPLY_HEADER, caller);
        } catch (OutOfMemoryError e) {
            return exceptionReply(caller, inServer(e));
        }
        try {
            if (method.getReturnType() != void.class) {
                try (ObjectOutput out = serializer.writer(frame::room, caller, this::replacement)) {
                    Values.write(method.getReturnType(), result, out);
                    out.flush();
                }
            }
            return frame.take();
        } catch (IOException e) {
            return exceptionReply(caller, new MarshalException("error marshalling return", e));
        } catch (RuntimeException | Error e) {
            return exceptionReply(caller, inServer(e));
        } finally {
            frame.discard();
        }
    }

    /** An exception that cannot be written is told in words; its own, it may refuse. */
    private Frame exceptionReply(int caller, Throwable thrown) {
        try {
            return writtenException(caller, thrown);
        } catch (Throwable e) {
            try {
                return writtenException(caller, new MarshalException("error marshalling the exception "
                        + thrown.getClass().getName() + ": " + e.getClass().getName()));
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    private Frame writtenException(int caller, Throwable thrown) throws IOException {
        FrameBuilder frame = start(CallFrame.KIND_EXCEPTION, CallFrame.REPLY_HEADER, caller);
        try {
            try (ObjectOutput out = serializer.writer(frame::room, caller, this::replacement)) {
                out.writeObject(thrown);
                out.flush();
            }
            return frame.take();
        } finally {
            frame.discard();
        }
    }
}

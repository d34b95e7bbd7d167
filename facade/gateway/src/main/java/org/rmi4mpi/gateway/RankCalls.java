package org.rmi4mpi.gateway;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.rmi4mpi.ref.stub.ForeignForm;
import org.rmi4mpi.ref.stub.Stub;
import org.rmi4mpi.rmi.Calls;

/** Makes the calls of clients to the object of a rank. Thread-safe. */
final class RankCalls implements InvocationHandler {
    /** The passage of the call that this thread makes for a client. */
    private static final ThreadLocal<Passage> PASSAGE = new ThreadLocal<>();

    private final Remote stub;
    private final Passage passage;
    private final Crossing crossing;
    /** Kept as long as this object: see {@link Crossing}. */
    private volatile Remote outsideStub;
    private volatile View lastView;

    private record View(Caller caller, Remote stub) {}

    RankCalls(Remote stub, Passage passage, Crossing crossing) {
        this.stub = stub;
        this.passage = passage;
        this.crossing = crossing;
    }

    void setOutsideStub(Remote ofJdk) {
        outsideStub = ofJdk;
    }

    /** The stub of the object of the rank. */
    Remote stub() {
        return stub;
    }

    /** The passage of the call that this thread makes for a client; null if it makes none. */
    static Passage passage() {
        return PASSAGE.get();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> passage.name() + ", outside as " + outsideStub;
            };
        }
        Connection connection = Connection.current();
        if (connection != null) {
            connection.methodBegins();
        }
        Caller caller = passage.session().caller();
        allow(caller, method, proxy);
        if (!crossing.calls().tryAcquire()) {
            throw refuse(caller, crossing.settings().calls() + " calls from outside are under way, the limit", method);
        }
        Passage outer = PASSAGE.get();
        ForeignForm before = Stub.setForeignForm(null);
        PASSAGE.set(passage);
        try {
            return call(method, arguments, caller);
        } finally {
            PASSAGE.set(outer);
            // The JDK writes the result on this thread, when this method has returned. An earlier call of a client has left its own.
            Stub.setForeignForm(outer == null ? passage : before);
            crossing.calls().release();
        }
    }

    private void allow(Caller caller, Method method, Object proxy) throws RemoteException {
        List<Class<?>> interfaces = List.of(proxy.getClass().getInterfaces());
        if (!crossing.settings().authorizer().allows(caller, passage.name(), method, interfaces)) {
            throw refuse(caller, "no rule allows it", method);
        }
    }

    private Refusals.Refused refuse(Caller caller, String why, Method method) {
        String what =
                passage.name() + ": " + method.getDeclaringClass().getName() + "." + method.getName() + ": " + why;
        crossing.audit().refused(caller, what);
        return new Refusals.Refused(what);
    }

    private Object call(Method method, Object[] arguments, Caller caller) throws Throwable {
        Remote view = view(caller);
        Method called = crossing.settings().methodOfRank(method);
        called.trySetAccessible();
        try {
            return awaited(called.invoke(view, arguments), method);
        } catch (InvocationTargetException e) {
            throw OutsideExceptions.of(e.getCause(), method, caller);
        }
    }

    /** The stub for the calls of this caller. Most calls are of the same one as before. */
    private Remote view(Caller caller) {
        View known = lastView;
        if (known == null || !known.caller().equals(caller)) {
            Remote made = Calls.withMetadata(stub,
                    Map.of(Caller.USER_KEY, caller.user(), Caller.ADDRESS_KEY, caller.address()));
            int seconds = crossing.settings().callSeconds();
            known = new View(caller, seconds > 0 ? Calls.withTimeout(made, Duration.ofSeconds(seconds)) : made);
            lastView = known;
        }
        return known.stub();
    }

    /** A future is no value that clients could have, so that its value is awaited here. */
    private Object awaited(Object result, Method method) throws Throwable {
        if (!(result instanceof CompletionStage<?> stage)) {
            return result;
        }
        Object value;
        try {
            value = stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new InvocationTargetException(e.getCause() == null ? e : e.getCause());
        }
        if (CompletionStage.class.isAssignableFrom(method.getReturnType())) {
            throw new MarshalException(
                    method + " returns a future, which the JDK cannot send: give the gateway an interface"
                            + " with the same method that returns its value (GatewaySettings.blocking)");
        }
        return value;
    }
}

package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BinaryOperator;
import org.rmi4mpi.ref.Stubs;

/**
 * Objects that are called together: each at its rank, all at the same time. A group can be passed as an argument; its
 * members can hold it and meet in its barrier. Immutable.
 *
 * <p>If members fail, the calls of the others run to their end, and then a {@link GroupException} is thrown.
 *
 * <p>Source: Maassen, Kielmann, Bal: GMI, Flexible and efficient group method invocation for parallel programming, LCR
 * 2002.
 */
public final class Group<T extends Remote> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<T> members;
    private final Meeting meeting;

    /** One remote call on the given stub. Its value is the result of the call. */
    @FunctionalInterface
    public interface Call<T, R> {
        R of(T stub) throws Exception;
    }

    /** One remote call without a result. */
    @FunctionalInterface
    public interface Action<T> {
        void of(T stub) throws Exception;
    }

    Group(Collection<? extends T> stubs) throws RemoteException {
        if (stubs.isEmpty()) {
            throw new IllegalArgumentException("a group without members: give at least one stub");
        }
        members = new ArrayList<>(stubs);
        members.forEach(Stubs::reference); // Throws an exception if an object is not a stub.
        meeting = (Meeting) UnicastRemoteObject.exportObject(new MeetingObject(members.size()), 0);
    }

    /** The stubs, in their order. */
    public List<T> members() {
        return List.copyOf(members);
    }

    public int size() {
        return members.size();
    }

    /** A stub that calls all members. The result of a method is the result of the first member. */
    public T stub() {
        return stub((first, second) -> first);
    }

    /**
     * A stub that calls all members, and combines their results in the order of the members.
     *
     * @param function combines two results; only methods with results of its type can be called
     */
    @SuppressWarnings("unchecked")
    public T stub(BinaryOperator<?> function) {
        Class<?> type = members.get(0).getClass();
        return (T) Proxy.newProxyInstance(type.getClassLoader(), type.getInterfaces(),
                new Handler((BinaryOperator<Object>) function));
    }

    private final class Handler implements InvocationHandler {
        private final BinaryOperator<Object> function;

        Handler(BinaryOperator<Object> function) {
            this.function = function;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(proxy, method, arguments);
            }
            List<CompletableFuture<Object>> calls = begin(stub -> made(stub, method, arguments));
            Class<?> type = method.getReturnType();
            if (type == CompletableFuture.class || type == CompletionStage.class) {
                return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                        .handle((nothing, thrown) -> ofEnded(calls));
            }
            List<Object> results = results(calls);
            return type == void.class ? null : reduced(results, function);
        }

        private Object ofEnded(List<CompletableFuture<Object>> calls) {
            try {
                return reduced(results(calls), function);
            } catch (RemoteException e) {
                throw new CompletionException(e);
            }
        }

        private Object ofObject(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "a stub of a group of " + members.size() + ": " + members;
            };
        }
    }

    private static Object made(Object stub, Method method, Object[] arguments) throws Exception {
        try {
            method.setAccessible(true);
            return method.invoke(stub, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception exception ? exception : e;
        }
    }

    /** Calls all members, and waits until the calls have ended. */
    public void each(Action<? super T> action) throws RemoteException {
        gather(stub -> {
            action.of(stub);
            return null;
        });
    }

    /**
     * Calls all members.
     *
     * @return the results, in the order of the members
     */
    public <R> List<R> gather(Call<? super T, R> call) throws RemoteException {
        return results(begin(call));
    }

    private <R> List<CompletableFuture<R>> begin(Call<? super T, R> call) {
        List<CompletableFuture<R>> futures = new ArrayList<>();
        for (T member : members) {
            futures.add(begun(call, member));
        }
        return futures;
    }

    private static <R> List<R> results(List<CompletableFuture<R>> futures) throws RemoteException {
        SortedMap<Integer, Throwable> failures = new TreeMap<>();
        List<R> results = new ArrayList<>();
        for (int i = 0; i < futures.size(); i++) {
            try {
                results.add(futures.get(i).join());
            } catch (CompletionException | CancellationException e) {
                failures.put(i, thrown(e));
            }
        }
        if (!failures.isEmpty()) {
            throw new GroupException(futures.size(), failures);
        }
        return results;
    }

    /** Unwraps an exception. A CompletionException that the method itself has thrown stays as it is. */
    private static Throwable thrown(RuntimeException ofFuture) {
        return ofFuture instanceof CompletionException && ofFuture.getCause() != null ? ofFuture.getCause() : ofFuture;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Remote, R> CompletableFuture<R> begun(Call<? super T, R> call, T member) {
        try {
            R result = call.of(Calls.async(member));
            return result instanceof CompletableFuture<?> future ? (CompletableFuture<R>) future : Calls.future(result);
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Calls all members.
     *
     * @param function combines two results; the first one belongs to earlier members
     */
    public <R> R reduce(Call<? super T, R> call, BinaryOperator<R> function) throws RemoteException {
        return reduced(gather(call), function);
    }

    /** Reduces by a loop, since streams do not accept null results. */
    private static <R> R reduced(List<R> results, BinaryOperator<R> function) {
        R reduced = results.get(0);
        for (R next : results.subList(1, results.size())) {
            reduced = function.apply(reduced, next);
        }
        return reduced;
    }

    /** Waits until as many calls of this method have been made as there are members, usually one by each. */
    public void barrier() throws RemoteException {
        try {
            meeting.arrive().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RemoteException remote) {
                throw remote;
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        return "a group of " + members.size() + ": " + members;
    }

    /** The meeting point of a barrier. */
    interface Meeting extends Remote {
        CompletableFuture<Void> arrive() throws RemoteException;
    }

    private static final class MeetingObject implements Meeting {
        private final int size;
        private int arrived;
        private CompletableFuture<Void> all = new CompletableFuture<>();

        MeetingObject(int size) {
            this.size = size;
        }

        @Override
        public CompletableFuture<Void> arrive() {
            CompletableFuture<Void> complete;
            synchronized (this) {
                complete = all;
                if (++arrived < size) {
                    return complete;
                }
                arrived = 0;
                all = new CompletableFuture<>();
            }
            complete.complete(null);
            return complete;
        }
    }
}

package org.rmi4mpi.ref;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmi4mpi.ref.stub.RemoteInterfaces;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.ref.stub.Skeleton;
import org.rmi4mpi.ref.stub.SkeletonGenerator;

/**
 * The remote methods of a class, by hash. Each class has one table. Immutable, except for the habits of the methods.
 */
final class MethodTable {
    private static final ClassValue<MethodTable> TABLES = new ClassValue<>() {
        @Override
        protected MethodTable computeValue(Class<?> type) {
            return new MethodTable(type);
        }
    };

    /** In ascending order. */
    private final long[] hashes;
    private final Entry[] entries;

    /** @param text that of {@link RemoteMethod} */
    record Entry(Skeleton skeleton, int number, Method method, String name, String text, boolean promises,
            WaitHabit habit) {
        @Override
        public String toString() {
            return text;
        }
    }

    private MethodTable(Class<?> type) {
        Map<Long, Entry> found = new TreeMap<>();
        for (Class<?> remote : RemoteInterfaces.of(type)) {
            Method[] methods = methodsOf(remote);
            Skeleton skeleton = SkeletonGenerator.generate(remote, methods);
            for (int i = 0; i < methods.length; i++) {
                String name = remote.getSimpleName() + "." + methods[i].getName();
                found.putIfAbsent(RemoteInterfaces.hash(methods[i]),
                        new Entry(skeleton, i, methods[i], name, RemoteMethod.of(methods[i]).toString(),
                                RemoteMethod.promises(methods[i]), new WaitHabit()));
            }
        }
        hashes = new long[found.size()];
        entries = found.values().toArray(new Entry[0]);
        int next = 0;
        for (long hash : found.keySet()) {
            hashes[next++] = hash;
        }
    }

    static MethodTable of(Class<?> type) {
        return TABLES.get(type);
    }

    private static Method[] methodsOf(Class<?> remote) {
        List<Method> methods = new ArrayList<>();
        for (Method method : remote.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                methods.add(method);
            }
        }
        return methods.toArray(new Method[0]);
    }

    /** Returns null if the class has no such method. */
    Entry find(long hash) {
        int from = 0;
        int to = hashes.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (hashes[middle] < hash) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from < hashes.length && hashes[from] == hash ? entries[from] : null;
    }
}

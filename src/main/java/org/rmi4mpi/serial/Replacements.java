package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectStreamException;
import java.lang.invoke.MethodHandle;
import java.rmi.Remote;
import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * What is written in the place of objects. Owned by one thread. Source: Java Object Serialization Specification, 2.2.
 */
final class Replacements {
    private final ArrayCopyOutputStream out;
    /** Null where a remote object is written as any other is. */
    private Function<Remote, ?> remotes;
    /** By the objects that they replace; null while there is none. */
    private IdentityHashMap<Object, Object> replaced;

    Replacements(ArrayCopyOutputStream out) {
        this.out = out;
    }

    /** @param ofRemotes what takes the place of a remote object; null where it stays */
    void begin(Function<Remote, ?> ofRemotes) {
        if (remotes != ofRemotes) {
            remotes = ofRemotes;
        }
    }

    void clear() {
        if (replaced != null) {
            replaced = null;
        }
    }

    /** First the object's own replacement, for as long as its class changes; then the stream's. */
    Object of(Object object, ClassPlan plan, boolean unshared) throws IOException {
        if (replaced != null && replaced.containsKey(object)) {
            return replaced.get(object);
        } else if (!out.replaces && plan.writeReplace == null && (remotes == null || !plan.isRemote)
                || !unshared && out.handles.find(object) >= 0) {
            return object;
        }
        boolean isKept = plan.kind == ClassPlan.Kind.CLASS || plan.kind == ClassPlan.Kind.DESCRIPTION;
        Object replacement = isKept ? object : ofStream(ofObject(object, plan));
        if (replacement != object) {
            if (replaced == null) {
                replaced = new IdentityHashMap<>();
            }
            replaced.put(object, replacement);
        }
        return replacement;
    }

    private static Object ofObject(Object object, ClassPlan first) throws IOException {
        Object replacement = object;
        ClassPlan plan = first;
        while (plan.writeReplace != null) {
            replacement = invokeReplace(plan.writeReplace, replacement);
            if (replacement == null || replacement.getClass() == plan.type) {
                break;
            }
            plan = ClassPlan.of(replacement.getClass());
        }
        return replacement;
    }

    private Object ofStream(Object object) throws IOException {
        Object replacement = out.replaces ? out.replaceObject(object) : object;
        return remotes != null && replacement instanceof Remote remote ? remotes.apply(remote) : replacement;
    }

    private static Object invokeReplace(MethodHandle method, Object object) throws IOException {
        try {
            return (Object) method.invokeExact(object);
        } catch (ObjectStreamException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        }
    }
}

package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectStreamException;
import java.rmi.Remote;
import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * Finds the objects that are written in place of others. Owned by one thread. Source: Java Object Serialization
 * Specification, 2.2.
 */
final class Replacements {
    private final ObjectWriter out;
    /** Maps a remote object to its replacement; null to write remote objects unchanged. */
    private Function<Remote, ?> remotes;
    /** Replacements by original object; null while there are none. */
    private IdentityHashMap<Object, Object> replaced;

    Replacements(ObjectWriter out) {
        this.out = out;
    }

    /** @param ofRemotes maps a remote object to its replacement; null to write remote objects unchanged */
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

    /** Calls writeReplace of the object until the class stays the same, then replaceObject of the stream. */
    Object replace(Object object, ClassPlan plan, boolean unshared) throws IOException {
        if (replaced != null && replaced.containsKey(object)) {
            return replaced.get(object);
        } else if (!out.replaces && plan.writeReplace == null && (remotes == null || !plan.isRemote)
                || !unshared && out.handles.find(object) >= 0) {
            return object;
        }
        boolean isKept = plan.kind == ClassPlan.Kind.CLASS || plan.kind == ClassPlan.Kind.DESCRIPTION;
        Object replacement = isKept ? object : replaceByStream(replaceByObject(object, plan));
        if (replacement != object) {
            if (replaced == null) {
                replaced = new IdentityHashMap<>();
            }
            replaced.put(object, replacement);
        }
        return replacement;
    }

    private static Object replaceByObject(Object object, ClassPlan first) throws IOException {
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

    private Object replaceByStream(Object object) throws IOException {
        Object replacement = out.replaces ? out.stream.replaceObject(object) : object;
        return remotes != null && replacement instanceof Remote remote ? remotes.apply(remote) : replacement;
    }

    private static Object invokeReplace(HookMethod method, Object object) throws IOException {
        try {
            return (Object) method.handle().invokeExact(object);
        } catch (ObjectStreamException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        }
    }
}

package org.rmi4mpi.ref;

import java.lang.reflect.Method;
import java.util.Map;

/**
 * A call, as {@link Interceptor}s and the method itself see it.
 *
 * @param method of the remote interface; null at the caller of a batch
 * @param caller the rank that makes the call
 * @param callee the rank of the object
 * @param metadata travels with the request; at the caller it may be added to before that leaves
 */
public record CallInfo(Method method, int caller, int callee, Map<String, String> metadata) {
    @Override
    public String toString() {
        String name = method == null ? "a batch" : method.getDeclaringClass().getName() + "." + method.getName();
        return name + " at rank " + callee + " for rank " + caller;
    }
}

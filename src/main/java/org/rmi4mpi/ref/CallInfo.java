package org.rmi4mpi.ref;

import java.lang.reflect.Method;
import java.util.Map;

/**
 * A call, as {@link Interceptor}s and the method itself see it.
 *
 * @param method the method of the remote interface; null at the caller of a batch
 * @param caller the rank that makes the call
 * @param callee the rank of the object
 * @param metadata pairs that travel with the request; at the caller, interceptors may add pairs before the request is
 *     sent
 */
public record CallInfo(Method method, int caller, int callee, Map<String, String> metadata) {
    @Override
    public String toString() {
        String name = method == null ? "a batch" : method.getDeclaringClass().getName() + "." + method.getName();
        return name + " at rank " + callee + " for rank " + caller;
    }
}

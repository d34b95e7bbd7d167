package org.rmi4mpi.jpvm.task;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** Knows the methods that end the JVM: System.exit, Runtime.exit and Runtime.halt. Stateless. */
final class ExitMethods {
    private static final MethodType STATUS = MethodType.methodType(void.class, int.class);

    private ExitMethods() {}

    static boolean has(Class<?> owner, String name, MethodType type) {
        return type.equals(STATUS) && (owner == System.class && name.equals("exit")
                || owner == Runtime.class && (name.equals("exit") || name.equals("halt")));
    }

    static boolean has(Method method) {
        Class<?> owner = method.getDeclaringClass();
        return (owner == System.class || owner == Runtime.class)
                && has(owner, method.getName(), MethodType.methodType(method.getReturnType(),
                        method.getParameterTypes()));
    }

    /** The status that these arguments of Method.invoke give; null if the method cannot be invoked with them. */
    static Integer status(Method method, Object target, Object[] args) {
        boolean hasTarget = method.getDeclaringClass() == System.class || target instanceof Runtime;
        Object status = hasTarget && args != null && args.length == 1 ? args[0] : null;
        if (status instanceof Character character) {
            return (int) character;
        }
        return status instanceof Integer || status instanceof Short || status instanceof Byte
                ? ((Number) status).intValue() : null;
    }

    /** A handle that ends the task, with the type of a handle of this method. */
    static MethodHandle handle(Class<?> owner, String name) {
        try {
            return MethodHandles.lookup().findStatic(TaskCalls.class, name,
                    owner == System.class ? STATUS : STATUS.insertParameterTypes(0, Runtime.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("TaskCalls replaces every method that ends the JVM", e);
        }
    }
}

package org.rmi4mpi.ref.stub;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.serial.Primitive;

/** A method of a remote interface, with the facts about it that calls need. Immutable. */
public final class RemoteMethod {
    /** All methods, by interface, then by method. The cache is unloaded with the interface. */
    private static final ClassValue<ConcurrentHashMap<Method, RemoteMethod>> KNOWN = new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<Method, RemoteMethod> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Method method;
    private final Class<?>[] parameters;
    private final String name;
    private final long hash;
    private final int primitiveBytes;
    private final boolean promises;

    private RemoteMethod(Method method) {
        this.method = method;
        name = method.getDeclaringClass().getName() + "." + method.getName();
        parameters = method.getParameterTypes();
        hash = RemoteInterfaces.hash(method);
        int bytes = 0;
        for (Class<?> type : parameters) {
            bytes += type.isPrimitive() ? Primitive.of(type).size() : 0;
        }
        primitiveBytes = bytes;
        promises = promises(method);
    }

    public static RemoteMethod of(Method method) {
        return KNOWN.get(method.getDeclaringClass()).computeIfAbsent(method, RemoteMethod::new);
    }

    /** Called by generated stubs. */
    public static RemoteMethod of(Class<?> remote, String name, String descriptor) throws NoSuchMethodException {
        for (Method method : remote.getMethods()) {
            if (method.getName().equals(name) && descriptorOf(method).equals(descriptor)) {
                return of(method);
            }
        }
        throw new NoSuchMethodException(remote.getName() + "." + name + descriptor);
    }

    static String descriptorOf(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
    }

    /** Whether a method returns a future, which it may complete later. */
    public static boolean promises(Method method) {
        Class<?> result = method.getReturnType();
        return result == CompletableFuture.class || result == CompletionStage.class;
    }

    public boolean promises() {
        return promises;
    }

    public Method method() {
        return method;
    }

    Class<?>[] parameters() {
        return parameters;
    }

    public Class<?> result() {
        return method.getReturnType();
    }

    /** The name of the method in frames: RMI specification, section 8.3. */
    public long hash() {
        return hash;
    }

    /** Size of the primitive arguments, in bytes. */
    public int primitiveBytes() {
        return primitiveBytes;
    }

    @Override
    public String toString() {
        return name;
    }
}

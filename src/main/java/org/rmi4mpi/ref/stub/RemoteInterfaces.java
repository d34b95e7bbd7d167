package org.rmi4mpi.ref.stub;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashSet;
import java.util.Set;

/** The remote interfaces of a class, and the hash that names a method in frames. Stateless. */
public final class RemoteInterfaces {
    private RemoteInterfaces() {}

    /**
     * The remote interfaces that a class and its superclasses implement. Those of a superclass come first, each in the
     * order of declaration, as in the JDK's stubs. {@link Remote} is one of them where a class itself names it.
     */
    public static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        add(type, found);
        return found;
    }

    private static void add(Class<?> type, Set<Class<?>> found) {
        if (type.getSuperclass() != null) {
            add(type.getSuperclass(), found);
        }
        for (Class<?> implemented : type.getInterfaces()) {
            if (Remote.class.isAssignableFrom(implemented)) {
                found.add(implemented);
            }
        }
    }

    /** Java RMI specification, section 8.3: the first 8 bytes of the SHA digest of name and descriptor. */
    public static long hash(Method method) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(method.getName() + RemoteMethod.descriptorOf(method));
            byte[] digest = MessageDigest.getInstance("SHA").digest(bytes.toByteArray());
            long hash = 0;
            for (int i = 0; i < 8; i++) {
                hash |= (digest[i] & 0xffL) << (8 * i);
            }
            return hash;
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA", e);
        }
    }
}

package org.rmi4mpi.ref;

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

    /** The remote interfaces that a class and its superclasses implement, in the order of declaration. */
    public static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Class<?> implemented : c.getInterfaces()) {
                if (Remote.class.isAssignableFrom(implemented)) {
                    found.add(implemented);
                }
            }
        }
        return found;
    }

    /** Java RMI specification, section 8.3: the first 8 bytes of the SHA digest of name and descriptor. */
    static long hash(Method method) {
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

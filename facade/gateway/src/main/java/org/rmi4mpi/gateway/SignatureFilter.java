package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.util.List;
import java.util.Set;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/**
 * Lets through what signatures name, the values of the JDK, and stubs of the JDK's RMI whose interfaces the signatures name.
 * Thread-safe.
 */
final class SignatureFilter implements ObjectInputFilter {
    /** A set in a set, again and again, costs a hash of exponential time. */
    private static final int DEEPEST = 24;

    /** Classes of the JDK that do nothing when they are read but keep what they have read. */
    private static final Set<String> PLAIN = Set.of(
            "java.lang.Object", "java.lang.String", "java.lang.Number", "java.lang.Boolean", "java.lang.Byte",
            "java.lang.Character", "java.lang.Short", "java.lang.Integer", "java.lang.Long", "java.lang.Float",
            "java.lang.Double", "java.lang.Enum", "java.math.BigInteger", "java.math.BigDecimal",
            "java.util.UUID", "java.util.Date", "java.util.BitSet", "java.util.ArrayList", "java.util.LinkedList",
            "java.util.ArrayDeque", "java.util.Vector", "java.util.HashMap", "java.util.LinkedHashMap",
            "java.util.HashSet",
            "java.util.LinkedHashSet", "java.util.Arrays$ArrayList", "java.util.CollSer", "java.util.EnumMap",
            "java.util.EnumSet$SerializationProxy", "java.util.Collections$EmptyList", "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet", "java.util.Collections$SingletonList", "java.util.Map$Entry",
            "java.util.Collections$UnmodifiableCollection", "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableRandomAccessList", "java.time.Ser");
    /** What those classes turn into when they have been read. */
    private static final List<String> PLAIN_PREFIXES = List.of("java.util.ImmutableCollections$", "java.time.",
            "java.util.RegularEnumSet", "java.util.JumboEnumSet", "java.util.TreeMap", "java.util.TreeSet");
    /** Parts of an exception. */
    private static final Set<String> OF_THROWABLES = Set.of("java.lang.StackTraceElement", "java.lang.Throwable");
    private static final Set<String> PACKAGES_OF_THROWABLES =
            Set.of("java.lang", "java.io", "java.util", "java.net", "java.rmi", "java.rmi.server",
                    "java.util.concurrent");

    private final Signatures signatures;
    private final ObjectInputFilter more;
    private final long mostBytes;
    private final boolean takesThrowables;

    /**
     * @param more lets further classes through; null for none
     * @param mostBytes length of the longest array
     * @param takesThrowables whether exceptions may arrive, as the outcome of a call
     */
    SignatureFilter(Signatures signatures, ObjectInputFilter more, long mostBytes, boolean takesThrowables) {
        this.signatures = signatures;
        this.more = more;
        this.mostBytes = mostBytes;
        this.takesThrowables = takesThrowables;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        Connection connection = takesThrowables ? null : Connection.current();
        if (connection != null && connection.isClosed()) {
            return refuse("what came before the connection was ended"); // hashes of sets in sets may take for ever
        }
        if (info.depth() > DEEPEST) {
            return refuse("objects " + info.depth() + " deep > " + DEEPEST);
        }
        ObjectInputFilter ofProcess = Config.getSerialFilter();
        if (ofProcess != null && ofProcess.checkInput(info) == Status.REJECTED) { // the JDK asks only one of both
            return refuse("what the serialization filter of the process rejects: " + info.serialClass());
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        if (info.arrayLength() > 0 && !hasRoom(connection, info.arrayLength() * unit(type))) {
            return refuse("an array of " + info.arrayLength() + " elements > " + mostBytes
                    + " bytes, or those before it in the same message");
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (element.isPrimitive() || allows(element)) {
            return Status.ALLOWED;
        }
        if (more != null && more.checkInput(info) == Status.ALLOWED) {
            return Status.ALLOWED;
        }
        return refuse("class " + element.getName() + ", which no signature names");
    }

    /** An array takes its memory before its elements come. So a few bytes of nested arrays would take as much as many long ones. */
    private boolean hasRoom(Connection connection, long bytes) {
        long all = takesThrowables ? ArrivalFilter.addArray(bytes)
                : connection == null ? bytes : connection.addArray(bytes);
        return all <= mostBytes;
    }

    private static Status refuse(String what) {
        Refusals.note(what);
        return Status.REJECTED;
    }

    private boolean allows(Class<?> type) {
        if (PLAIN.contains(type.getName()) || PLAIN_PREFIXES.stream().anyMatch(type.getName()::startsWith)
                || signatures.allowsValue(type)) {
            return true;
        }
        if (!signatures.arriving().isEmpty()) {
            if (type == Remote.class || type == RemoteObject.class || type == RemoteObjectInvocationHandler.class
                    || type == Proxy.class || type == SslRMIClientSocketFactory.class
                    || signatures.arriving().contains(type)) {
                return true;
            }
            if (Proxy.isProxyClass(type)) {
                return true; // its interfaces and its handler are asked for by themselves
            }
        }
        return takesThrowables && (OF_THROWABLES.contains(type.getName()) || Throwable.class.isAssignableFrom(type)
                && Signatures.isOfJdk(type) && PACKAGES_OF_THROWABLES.contains(type.getPackageName()));
    }

    private static long unit(Class<?> array) {
        Class<?> element = array.getComponentType();
        if (element == null || element == byte.class || element == boolean.class) {
            return 1;
        } else if (element == short.class || element == char.class) {
            return 2;
        }
        return element == long.class || element == double.class ? 8 : 4;
    }
}

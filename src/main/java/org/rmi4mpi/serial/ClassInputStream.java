package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.DEFINE;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE_PROXY;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * The classes of an object stream's objects: their descriptions, what they are here, and the filters that are asked for
 * them. Owned by one thread. Source: Java Object Serialization Specification, 4.3 and 6.4; JEP 290.
 */
abstract class ClassInputStream extends BlockInputStream {
    private static final int MOST_DEFINITIONS = 200;
    private static final int MOST_ANNOTATIONS = 20;
    /** Room for elements that are only said to come. */
    static final int LARGEST_TRUST = 1 << 14;

    /** Objects within objects that are under way. */
    int depth;
    /** Added to it for filters: those that are read later are nested deeper than they are read. */
    int depthBefore;
    /** Descriptions of classes that are under way, each within that of its subclass. */
    private int definitions;
    /** The same of annotations, each of whose objects has a class that is annotated. */
    private int annotations;
    boolean filterIsFixed;
    ObjectInputFilter filter;
    /** The class that it has allowed last, for what is said of the next. */
    private Class<?> lastAsked;
    /** Whether the filter was asked for the superclass of all enums, which is described once. */
    boolean enumAsked;
    /** Whether collections of the JDK ask before they make room for what the message says. */
    boolean guarded;
    LearnedClasses classes;
    /** Those of them that have been matched with classes here. */
    LearnedClasses.Table matched;
    /** Those that this message has described, by their numbers; null while there is none. */
    private Map<Integer, Defined> defined;
    /** The number of the class that was read last. */
    private int lastClass;
    long references;
    /** Of the readObject method that runs. */
    Object current;
    StreamClass.Slot currentSlot;
    /** Of the program that reads an object at the top level, once it has been asked for; null before. */
    private ClassLoader callerLoader;
    /** Methods of classes of the program that run: they may have other loaders. */
    int hooksOfProgram;
    /** What the default readClassDescriptor has found. */
    private StreamClass described;

    private record Defined(StreamClass described, StreamClass matched) {}

    /** Of a stream of chunks. */
    ClassInputStream(InputStream in) throws IOException {
        super(in);
        matched = new LearnedClasses.Table(null);
    }

    /** Of messages, one after the other. */
    ClassInputStream() throws IOException {}

    /** What a hook has left is passed over. */
    abstract void skipToEnd() throws IOException, ClassNotFoundException;

    // ---- classes

    final StreamClass readClass(int code) throws IOException, ClassNotFoundException {
        if (code == DEFINE || code == DEFINE_PROXY) {
            return define(code == DEFINE_PROXY);
        }
        int id = code - FIRST_CLASS;
        StreamClass stream = id < 0 ? null : matched.find(id);
        if (stream == null && isMessage() && id >= 0) {
            stream = match(id);
        }
        if (stream == null) {
            throw corrupted("invalid code " + code);
        }
        lastClass = id;
        if (filter != null) {
            filterKnown(stream);
        }
        return stream;
    }

    /** A class that this message, or an earlier one, has described, as it is to this message's class loader. */
    private StreamClass match(int id) throws IOException, ClassNotFoundException {
        if (defined != null && defined.containsKey(id)) {
            return defined.get(id).matched();
        }
        StreamClass described = classes.find(id);
        if (described == null) {
            return null;
        }
        StreamClass parent = null;
        if (described.parentId >= 0) {
            parent = matched.find(described.parentId);
            parent = parent == null ? match(described.parentId) : parent;
        }
        Class<?> found = null;
        ClassNotFoundException absent = null;
        try {
            found = described.proxy ? resolveProxyClass(interfacesOf(described)) : resolveClass(described.description());
        } catch (ClassNotFoundException e) {
            absent = e;
        }
        StreamClass stream = compare(described, found, absent, parent);
        if (stream.missing == null) { // one that is missing may come
            classes.put(matched, id, stream);
        }
        return stream;
    }

    private StreamClass compare(
            StreamClass described, Class<?> found, ClassNotFoundException absent, StreamClass parent)
            throws InvalidClassException {
        try {
            return described.matchedWith(found, absent, parent);
        } catch (InvalidClassException e) {
            if (ranks() == null) {
                throw e;
            }
            String reason = e.getMessage().substring(e.classname.length() + 2);
            InvalidClassException named = new InvalidClassException(e.classname, reason + " (" + ranks() + ")");
            named.initCause(e);
            throw named;
        }
    }

    /** Who has written the message, and who reads it; null where it is a stream. */
    String ranks() {
        return null;
    }

    /** A later message names a class alone, which the JDK's stream would describe, superclasses and all. */
    private void filterKnown(StreamClass stream) throws InvalidClassException {
        if (!isMessage()) {
            filter(null, -1);
            return;
        }
        int depthOfObject = depth;
        for (StreamClass each = stream; each != null; each = each.parent) {
            if (each.local != null) {
                filterClass(each.local.type, each);
            }
            depth++; // a superclass is within the class that needs it
        }
        depth = depthOfObject;
    }

    private void filterClass(Class<?> type, StreamClass stream) throws InvalidClassException {
        if (filter != null) {
            if (stream.proxy) {
                for (Class<?> each : type.getInterfaces()) {
                    filter(each, -1);
                }
            }
            filter(type, -1);
            if (stream.has(ObjectCodes.ENUM) && !enumAsked) {
                enumAsked = true;
                depth++;
                references++;
                filter(Enum.class, -1);
                depth--;
            }
        }
    }

    private StreamClass define(boolean proxy) throws IOException, ClassNotFoundException {
        if (definitions == MOST_DEFINITIONS) {
            throw corrupted("descriptions of classes within one another, more than " + MOST_DEFINITIONS + " deep");
        }
        definitions++;
        try {
            return defineNext(proxy);
        } finally {
            definitions--;
        }
    }

    private StreamClass defineNext(boolean proxy) throws IOException, ClassNotFoundException {
        int id = readCode();
        StreamClass stream = proxy ? readProxyDescription() : readDescription();
        stream.id = id;
        Class<?> found = null;
        ClassNotFoundException absent = null;
        boolean before = inBlocks;
        inBlocks = true;
        blockRest = 0;
        Object outer = current;
        StreamClass.Slot outerSlot = currentSlot;
        current = null;
        currentSlot = null;
        try {
            found = proxy ? resolveProxyClass(interfacesOf(stream)) : resolveClass(stream.description());
            absent = found == null ? new ClassNotFoundException("null class") : null;
        } catch (ClassNotFoundException e) {
            absent = e;
        } finally {
            current = outer;
            currentSlot = outerSlot;
        }
        skipAnnotations();
        inBlocks = before;
        if (stream.has(ObjectCodes.ENUM)) {
            stream.constants = readConstants();
        }
        if (found != null) {
            filterClass(found, stream);
        }
        int code = readCode();
        StreamClass parent = null;
        references++; // as filters are told it, also where there is no superclass
        if (code != NULL) {
            depth++;
            parent = readClass(code);
            depth--;
            stream.parentId = lastClass;
        }
        StreamClass result = compare(stream, found, absent, parent);
        keep(stream, result);
        lastClass = id;
        return result;
    }

    /** Each of their objects may have classes with annotations of their own. */
    private void skipAnnotations() throws IOException, ClassNotFoundException {
        if (annotations == MOST_ANNOTATIONS) {
            throw corrupted("annotations of classes within one another, more than " + MOST_ANNOTATIONS + " deep");
        }
        annotations++;
        try {
            skipToEnd();
        } finally {
            annotations--;
        }
    }

    private void keep(StreamClass described, StreamClass result) throws StreamCorruptedException {
        if (isMessage()) {
            classes.checkSame(described);
            if (defined == null) {
                defined = new HashMap<>();
            }
            if (defined.putIfAbsent(described.id, new Defined(described, result)) != null) {
                throw corrupted("class number " + described.id + " is described twice");
            }
        } else if (!matched.put(described.id, result)) {
            throw corrupted("invalid number " + described.id + " of a class");
        }
    }

    /**
     * The next messages need not describe the classes that this one has.
     *
     * @param whole whether all of it was read
     */
    final void learn(boolean whole) {
        if (whole && defined != null) {
            classes.learn(defined.values().stream().map(Defined::described).toList());
            for (Defined each : defined.values()) {
                if (each.matched().local != null) {
                    classes.put(matched, each.described().id, each.matched());
                }
            }
        }
        if (defined != null) {
            defined = null;
        }
    }

    private String[] readConstants() throws IOException {
        int count = readLength(8);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int code = readCode();
            if (code != STRING && code != WIDE_STRING) {
                throw corrupted("no name, but code " + code);
            }
            names.add(code == STRING ? readString() : readWideString());
        }
        return names.toArray(String[]::new);
    }

    private StreamClass readDescription() throws IOException, ClassNotFoundException {
        described = null;
        ObjectStreamClass description;
        try {
            description = readClassDescriptor();
        } catch (ClassNotFoundException e) {
            InvalidClassException invalid = new InvalidClassException("failed to read class descriptor");
            invalid.initCause(e);
            throw invalid;
        }
        StreamClass stream = described;
        described = null;
        if (stream == null) { // a subclass has read it in a way of its own
            stream = ofDescription(description);
        }
        return stream;
    }

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
        String name = readUTF();
        long version = readLong();
        int flags = readUnsignedByte();
        int count = readUnsignedShort();
        require(2L * count);
        StreamClass.StreamField[] fields = new StreamClass.StreamField[count];
        for (int i = 0; i < count; i++) {
            char type = (char) readUnsignedByte();
            String field = readUTF();
            boolean primitive = FieldAccess.sizeOf(type) > 0;
            if (!primitive && type != 'L' && type != '[') {
                throw new InvalidClassException(name, "invalid typecode for field " + field + ": " + (int) type);
            }
            fields[i] = new StreamClass.StreamField(type, field, primitive ? String.valueOf(type) : readUTF());
        }
        if (name.isEmpty()) {
            throw corrupted("a class without a name");
        }
        StreamClass stream = new StreamClass(name, version, flags, false, fields);
        stream.description = StreamDescriptions.of(stream);
        described = stream;
        return stream.description;
    }

    private static StreamClass ofDescription(ObjectStreamClass description) throws IOException {
        if (description == null) {
            throw new InvalidClassException("failed to read class descriptor");
        }
        ObjectStreamField[] own = description.getFields();
        StreamClass.StreamField[] fields = new StreamClass.StreamField[own.length];
        for (int i = 0; i < own.length; i++) {
            fields[i] = new StreamClass.StreamField(own[i].getTypeCode(), own[i].getName(),
                    own[i].isPrimitive() ? String.valueOf(own[i].getTypeCode()) : own[i].getTypeString());
        }
        Class<?> type = description.forClass();
        StreamClass stream = new StreamClass(description.getName(), description.getSerialVersionUID(),
                type == null ? ObjectCodes.SERIALIZABLE : ClassOutputStream.flags(ClassPlan.of(type)), false, fields);
        stream.description = description;
        return stream;
    }

    private StreamClass readProxyDescription() throws IOException {
        int count = readCode();
        if (count < 0 || count > 0xFFFF) {
            throw corrupted("a proxy of " + count + " interfaces");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(readUTF());
        }
        return new StreamClass(String.join(",", names), 0, ObjectCodes.SERIALIZABLE, true,
                new StreamClass.StreamField[0]);
    }

    private static String[] interfacesOf(StreamClass proxy) {
        return proxy.name.isEmpty() ? new String[0] : proxy.name.split(",");
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        String name = description.getName();
        Class<?> primitive = Defaults.primitive(name);
        return primitive != null ? primitive : Class.forName(name, false,
                CallerLoader.isOfAll(name) ? ClassLoader.getPlatformClassLoader() : callerLoader());
    }

    private ClassLoader callerLoader() {
        if (hooksOfProgram > 0) {
            return CallerLoader.find();
        }
        if (callerLoader == null) {
            callerLoader = CallerLoader.find();
        }
        return callerLoader;
    }

    /** Another call at the top level may be another program's. */
    final void forgetCaller() {
        if (callerLoader != null) {
            callerLoader = null;
        }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        return proxyClass(interfaces, callerLoader());
    }

    @SuppressWarnings("deprecation") // the class of a proxy is wanted here, not an instance
    static Class<?> proxyClass(String[] interfaces, ClassLoader loader) throws ClassNotFoundException {
        ClassLoader definer = loader;
        Class<?>[] types = new Class<?>[interfaces.length];
        boolean hidden = false;
        for (int i = 0; i < interfaces.length; i++) {
            types[i] = Class.forName(interfaces[i], false, loader);
            if ((types[i].getModifiers() & java.lang.reflect.Modifier.PUBLIC) == 0) {
                if (hidden && definer != types[i].getClassLoader()) {
                    throw new IllegalAccessError("conflicting non-public interface class loaders");
                }
                hidden = true;
                definer = types[i].getClassLoader();
            }
        }
        try {
            return java.lang.reflect.Proxy.getProxyClass(definer, types);
        } catch (IllegalArgumentException e) {
            throw new ClassNotFoundException(null, e);
        }
    }

    final void filter(Class<?> type, int length) throws InvalidClassException {
        if (filter != null) {
            ask(filter, type, length);
        }
    }

    private void ask(ObjectInputFilter filter, Class<?> type, int length) throws InvalidClassException {
        FilterFacts facts = new FilterFacts(type, length, references, depth + depthBefore, consumed());
        ObjectInputFilter.Status status;
        RuntimeException failure = null;
        try {
            status = filter.checkInput(facts);
        } catch (RuntimeException e) {
            status = ObjectInputFilter.Status.REJECTED;
            failure = e;
        }
        if (status == null || status == ObjectInputFilter.Status.REJECTED) {
            InvalidClassException e = new InvalidClassException("filter status: " + status + ": "
                    + facts.refused(lastAsked, filter));
            e.initCause(failure);
            throw e;
        }
        lastAsked = type == null ? lastAsked : type;
    }

    private ObjectInputFilter.Status checkRoom(ObjectInputFilter.FilterInfo info) {
        try {
            if (info.arrayLength() > LARGEST_TRUST) {
                require(info.arrayLength() / 4); // elements take four bytes or more each, and may be in half of the array
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("room for " + info.arrayLength() + " elements in a collection", e);
        }
        if (filter == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        FilterFacts facts = new FilterFacts(
                info.serialClass(), info.arrayLength(), references, depth + depthBefore, consumed());
        ObjectInputFilter.Status status = filter.checkInput(facts);
        if (status == ObjectInputFilter.Status.REJECTED) { // the JDK's method, which asks here, says no more than that
            throw new IllegalArgumentException(facts.refused(lastAsked, filter));
        }
        return status;
    }

    /** Collections of the JDK ask the stream's filter before they make room for as many elements as they are told. */
    final void guard() {
        guarded = true;
        try {
            setObjectInputFilter(this::checkRoom);
        } catch (IllegalStateException e) {
            // the process's own filter factory does not let it
        }
    }

    /** Once an object has been read no filter may be set; that is how the JDK's own method is told. */
    final void fixFilter() {
        filterIsFixed = true;
        ObjectInputFilter set = getObjectInputFilter();
        if (set == null && !isMessage()) {
            guard();
        } else if (filter != set) {
            filter = set;
        }
    }
}

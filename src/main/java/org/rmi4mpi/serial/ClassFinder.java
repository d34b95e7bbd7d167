package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.DEFINE;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE_PROXY;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.NULL;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.StreamCorruptedException;
import java.util.HashMap;
import java.util.Map;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Resolves the class numbers of a stream to local classes. Owned by one thread. Source: Java Object Serialization
 * Specification, 4.3 and 6.4.
 */
final class ClassFinder {
    private static final int MOST_DEFINITIONS = 200;
    private static final int MOST_ANNOTATIONS = 20;

    private record Defined(StreamClass described, StreamClass matched) {}

    private final ArrayCopyInputStream stream;
    private final InputBytes in;
    private final ObjectReader objects;
    private final FilterCheck filter;
    final DescriptionReader descriptions;
    /** Nesting of the current class descriptions: each stands within the description of its subclass. */
    private int definitions;
    /** Nesting of the current annotations: an object in an annotation may have an annotated class itself. */
    private int annotations;
    /** Classes that the writer described in earlier messages; null in a stream. */
    private LearnedClasses learned;
    /** Classes that have been matched with local ones. */
    private LearnedClasses.Table matched;
    /** Classes that this message describes, by number; null while there are none. */
    private Map<Integer, Defined> defined;
    /** Number of the class that was read last. */
    private int lastClass;

    ClassFinder(ArrayCopyInputStream stream, InputBytes in, ObjectReader objects) {
        this.stream = stream;
        this.in = in;
        this.objects = objects;
        filter = objects.filter;
        descriptions = new DescriptionReader(stream, in);
        matched = in.isMessage ? null : new LearnedClasses.Table(null);
    }

    void beginMessage(LearnedClasses ofWriter, ClassLoader loader) {
        LearnedClasses.Table table = ofWriter.tableFor(loader);
        if (learned != ofWriter || matched != table) {
            learned = ofWriter;
            matched = table;
        }
    }

    /** Drops the tables, so that they do not keep the message's loader alive. */
    void forgetTables() {
        learned = null;
        matched = null;
    }

    /** Drops all class numbers of a stream. */
    void clear() {
        matched.clear();
    }

    /** Returns the class with this code, or null if it has not been matched yet. */
    StreamClass find(int code) {
        return matched.find(code - FIRST_CLASS);
    }

    StreamClass read(int code) throws IOException, ClassNotFoundException {
        if (code == DEFINE || code == DEFINE_PROXY) {
            return define(code == DEFINE_PROXY);
        }
        int id = code - FIRST_CLASS;
        StreamClass found = id < 0 ? null : matched.find(id);
        if (found == null && learned != null && id >= 0) {
            found = match(id);
        }
        if (found == null) {
            throw InputBytes.corrupted("invalid code " + code);
        }
        lastClass = id;
        if (filter.isThere()) {
            filter.checkKnown(found);
        }
        return found;
    }

    // ---- classes of earlier messages

    /**
     * Matches a class, described by this message or an earlier one, with the class that this message's loader finds.
     */
    private StreamClass match(int id) throws IOException, ClassNotFoundException {
        if (defined != null && defined.containsKey(id)) {
            return defined.get(id).matched();
        }
        StreamClass described = learned.find(id);
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
            found = resolve(described);
        } catch (ClassNotFoundException e) {
            absent = e;
        }
        StreamClass result = compare(described, found, absent, parent);
        if (result.missing == null) { // a missing class may appear later
            learned.put(matched, id, result);
        }
        return result;
    }

    private Class<?> resolve(StreamClass described) throws IOException, ClassNotFoundException {
        return described.proxy ? stream.resolveProxyClass(described.interfaces())
                : stream.resolveClass(described.description());
    }

    private StreamClass compare(
            StreamClass described, Class<?> found, ClassNotFoundException absent, StreamClass parent)
            throws InvalidClassException {
        try {
            return described.matchedWith(found, absent, parent);
        } catch (InvalidClassException e) {
            if (stream.ranks() == null) {
                throw e;
            }
            String reason = e.getMessage().substring(e.classname.length() + 2);
            InvalidClassException named = new InvalidClassException(e.classname, reason + " (" + stream.ranks() + ")");
            named.initCause(e);
            throw named;
        }
    }

    /**
     * Keeps the descriptions of this message, so that later messages need not repeat them.
     *
     * @param whole whether the whole message was read
     */
    void learn(boolean whole) {
        if (whole && defined != null) {
            learned.learn(defined.values().stream().map(Defined::described).toList());
            for (Defined each : defined.values()) {
                if (each.matched().local != null) {
                    learned.put(matched, each.described().id, each.matched());
                }
            }
        }
        if (defined != null) {
            defined = null;
        }
    }

    // ---- classes that are described

    private StreamClass define(boolean proxy) throws IOException, ClassNotFoundException {
        if (definitions == MOST_DEFINITIONS) {
            throw InputBytes.corrupted(
                    "class descriptions nested more than " + MOST_DEFINITIONS + " deep");
        }
        definitions++;
        try {
            return defineNext(proxy);
        } finally {
            definitions--;
        }
    }

    private StreamClass defineNext(boolean proxy) throws IOException, ClassNotFoundException {
        BlockReader blocks = objects.blocks;
        int id = in.readCode();
        StreamClass described = proxy ? descriptions.readProxy() : descriptions.read();
        described.id = id;
        Class<?> found = null;
        ClassNotFoundException absent = null;
        BlockReader.Data before = blocks.data;
        blocks.begin(BlockReader.Data.BLOCKS);
        HookReader hooks = objects.hooks;
        HookFrame outer = hooks.frame;
        hooks.frame = outer.enter(null, null);
        try {
            found = resolve(described);
            absent = found == null ? new ClassNotFoundException("null class") : null;
        } catch (ClassNotFoundException e) {
            absent = e;
        } finally {
            hooks.frame = outer;
        }
        skipAnnotations();
        blocks.data = before;
        if (described.has(ObjectCodes.ENUM)) {
            described.constants = descriptions.readConstants();
        }
        if (found != null) {
            filter.checkClass(found, described);
        }
        StreamClass parent = readParent(described);
        StreamClass result = compare(described, found, absent, parent);
        keep(described, result);
        lastClass = id;
        return result;
    }

    private StreamClass readParent(StreamClass described) throws IOException, ClassNotFoundException {
        int code = in.readCode();
        objects.references++; // filters count a null superclass too
        if (code == NULL) {
            return null;
        }
        objects.depth++;
        StreamClass parent = read(code);
        objects.depth--;
        described.parentId = lastClass;
        return parent;
    }

    /** Limits the nesting: an object in an annotation may have an annotated class itself. */
    private void skipAnnotations() throws IOException, ClassNotFoundException {
        if (annotations == MOST_ANNOTATIONS) {
            throw InputBytes.corrupted(
                    "class annotations nested more than " + MOST_ANNOTATIONS + " deep");
        }
        annotations++;
        try {
            objects.hooks.skipToEnd();
        } finally {
            annotations--;
        }
    }

    private void keep(StreamClass described, StreamClass result) throws StreamCorruptedException {
        if (learned != null) {
            learned.checkSame(described);
            if (defined == null) {
                defined = new HashMap<>();
            }
            if (defined.putIfAbsent(described.id, new Defined(described, result)) != null) {
                throw InputBytes.corrupted("class number " + described.id + " is described twice");
            }
        } else if (!matched.put(described.id, result)) {
            throw InputBytes.corrupted("invalid number " + described.id + " of a class");
        }
    }
}

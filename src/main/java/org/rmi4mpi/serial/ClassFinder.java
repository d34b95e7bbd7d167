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
 * Resolves the class numbers of a stream to local classes. A message names one loader for them. What this one lacks, the
 * context class loader finds, as in the JDK's RMIClassLoader. Each loader has a table of its own, so that a class of one
 * loader never stands for that of another. Owned by one thread. Source: Java Object Serialization Specification, 4.3 and
 * 6.4.
 */
final class ClassFinder {
    private static final int MOST_DEFINITIONS = 200;
    private static final int MOST_ANNOTATIONS = 20;

    /**
     * @param isByFirst whether the first loader found the class, and its superclasses
     */
    private record Defined(StreamClass described, StreamClass matched, boolean isByFirst) {}

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
    /** The loader of the message, which is asked first for classes, and whose table is {@link #matched}. */
    private ClassLoader first;
    /** Classes that this message describes, by number; null while there are none. */
    private Map<Integer, Defined> defined;
    /** Number of the class that was read last. */
    private int lastClass;
    /** Whether the first loader found that class. */
    private boolean lastByFirst;

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
        if (first != loader) {
            first = loader;
        }
        if (learned != ofWriter || matched != table) {
            learned = ofWriter;
            matched = table;
        }
    }

    /** Drops the tables, so that they do not keep the message's loader alive. */
    void forgetTables() {
        learned = null;
        matched = null;
        first = null;
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
        lastByFirst = true;
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

    /** Matches a class, described by this message or an earlier one, with a local class. */
    private StreamClass match(int id) throws IOException, ClassNotFoundException {
        Defined inMessage = defined == null ? null : defined.get(id);
        if (inMessage != null) {
            lastByFirst = inMessage.isByFirst();
            return inMessage.matched();
        }
        StreamClass found = matched.lacks(id) ? null : match(id, matched, first);
        if (found != null && found.missing == null) {
            return found;
        }
        for (int i = 1; i < loaders(); i++) {
            ClassLoader next = loader(i);
            StreamClass other = next == first ? null : match(id, learned.tableFor(next), next);
            if (other != null && other.missing == null) {
                lastByFirst = false;
                matched.putLacking(id);
                return other;
            }
        }
        StreamClass described = learned.find(id);
        ClassLoader home = described == null || described.home == null ? null : described.home.find();
        StreamClass atHome = home == null ? null : match(id, learned.tableFor(home), home);
        if (atHome != null && atHome.missing == null) {
            lastByFirst = false;
            matched.putLacking(id);
            return atHome;
        }
        return found != null ? found : match(id, matched, first);
    }

    /** Matches a class of an earlier message with the class that a loader finds. Returns null for an unknown number. */
    private StreamClass match(int id, LearnedClasses.Table table, ClassLoader loader)
            throws IOException, ClassNotFoundException {
        StreamClass found = table.find(id);
        StreamClass described = found == null ? learned.find(id) : null;
        if (described == null) {
            return found;
        }
        StreamClass parent = described.parentId < 0 ? null : match(described.parentId, table, loader);
        Class<?> type = null;
        ClassNotFoundException absent = null;
        try {
            type = resolve(described, loader);
        } catch (ClassNotFoundException e) {
            absent = e;
        }
        StreamClass result = compare(described, type, absent, parent);
        if (result.missing == null) { // a missing class may appear later
            learned.put(table, id, result);
        }
        return result;
    }

    // ---- loaders

    /**
     * Number of the loaders that are asked for a class, one after the other. The first is that of the message, the
     * second the thread's context class loader. The last is that of the hook method that reads the object.
     */
    private int loaders() {
        return learned == null ? 1 : objects.callers.hooksOfProgram == 0 ? 2 : 3;
    }

    private ClassLoader loader(int number) {
        return number == 0 ? first
                : number == 1 ? Thread.currentThread().getContextClassLoader() : CallerLoader.find();
    }

    /** Finds the class of a description by any of the loaders. */
    private Class<?> resolve(StreamClass described) throws IOException, ClassNotFoundException {
        ClassNotFoundException absent = null;
        int count = loaders();
        for (int i = 0; i < count; i++) {
            ClassLoader next = loader(i);
            if (i > 0 && next == first) {
                continue;
            }
            try {
                Class<?> found = resolve(described, next);
                lastByFirst = i == 0;
                return found;
            } catch (ClassNotFoundException e) {
                absent = absent == null ? e : absent;
            }
        }
        ClassLoader home = described.home == null ? null : described.home.find();
        if (home == null) {
            lastByFirst = true;
            throw absent;
        }
        lastByFirst = false;
        return resolveAtHome(described, home);
    }

    private static Class<?> resolveAtHome(StreamClass described, ClassLoader home) throws ClassNotFoundException {
        return described.proxy ? CallerClasses.proxyClass(described.interfaces(), home)
                : Class.forName(described.name, false, home);
    }

    private Class<?> resolve(StreamClass described, ClassLoader loader) throws IOException, ClassNotFoundException {
        stream.setFinder(loader);
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
                if (each.matched().local != null && each.isByFirst()) {
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
            described.home = stream.readHome(blocks);
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
        boolean isByFirst = lastByFirst;
        StreamClass parent = readParent(described);
        isByFirst &= parent == null || lastByFirst;
        StreamClass result = compare(described, found, absent, parent);
        keep(described, result, isByFirst);
        filter.addDescribed(result);
        lastClass = id;
        lastByFirst = isByFirst;
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

    private void keep(StreamClass described, StreamClass result, boolean isByFirst)
            throws StreamCorruptedException {
        if (learned != null) {
            learned.checkSame(described);
            if (defined == null) {
                defined = new HashMap<>();
            }
            if (defined.putIfAbsent(described.id, new Defined(described, result, isByFirst)) != null) {
                throw InputBytes.corrupted("class number " + described.id + " is described twice");
            }
        } else if (!matched.put(described.id, result)) {
            throw InputBytes.corrupted("invalid number " + described.id + " of a class");
        }
    }
}

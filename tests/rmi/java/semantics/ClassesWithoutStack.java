package semantics;

import java.io.InputStream;

/**
 * The class of a remote object is first loaded near the end of a stack, by another loader at each depth. If it loads,
 * it is the same class as with a whole stack.
 */
public class ClassesWithoutStack {
    private static final String NAME = "semantics.NamedObject";
    private static final int STACK = 256 << 10;
    private static final int DEPTHS = 400;

    private final byte[] bytes;
    private int loaded;
    private int refused;
    private int deepest;
    private boolean alike = true;

    private ClassesWithoutStack(byte[] bytes) {
        this.bytes = bytes;
    }

    /** One that has the class itself, from memory. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(ClassesWithoutStack.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(NAME, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        try (InputStream in = ClassesWithoutStack.class.getResourceAsStream("NamedObject.class")) {
            ClassesWithoutStack classes = new ClassesWithoutStack(in.readAllBytes());
            Thread thread = new Thread(null, () -> classes.descend(0), "deep", STACK);
            thread.start();
            thread.join();
            Check.that(classes.loaded > 0 && classes.refused > 0, "some were loaded, and some were not");
            Check.that(classes.alike, "none is of the JDK's RMI");
        }
        System.out.println("classes as expected");
    }

    /** Until it overflows; then at each depth on the way back. */
    private void descend(int depth) {
        deepest = depth;
        try {
            descend(depth + 1);
        } catch (StackOverflowError e) {
            // that is what is wanted
        }
        if (depth > deepest - DEPTHS) {
            tryToLoad();
        }
    }

    private void tryToLoad() {
        try {
            Class<?> defined = new Loader().define(bytes);
            loaded++;
            alike &= defined.getSuperclass() == NamedObject.class.getSuperclass();
        } catch (StackOverflowError | NoClassDefFoundError e) {
            refused++;
        }
    }
}

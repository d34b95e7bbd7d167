package semantics;

/** The replacements of the JDK's methods are first used with hardly any heap left. Later uses work as usual. */
public class FirstUses {
    /** In bytes. */
    private static final int STEP = 2048;
    private static final int STEPS = 500;

    /** The objects that fill the heap, linked by their first elements. */
    private Object[] large;
    private Object[] small;

    public static void main(String[] args) throws Exception {
        FirstUses uses = new FirstUses();
        uses.fill();
        while (!uses.isFound() && uses.small != null) {
            uses.small = (Object[]) uses.small[0];
        }
        uses.large = null;
        uses.small = null;
        Check.that(find() == FirstUses.class, "found");
        System.out.println("first uses as expected");
    }

    /** Fills the heap with small pieces, which can be freed one by one, and with larger arrays until none fits. */
    private void fill() {
        for (int i = 0; i < STEPS; i++) {
            small = linked(STEP, small);
        }
        for (int bytes = 1 << 20; bytes >= STEP / 8; bytes /= 2) {
            try {
                while (true) {
                    large = linked(bytes, large);
                }
            } catch (OutOfMemoryError e) {
                // that is what is wanted
            }
        }
    }

    private static Object[] linked(int bytes, Object[] next) {
        Object[] array = new Object[bytes / 8];
        array[0] = next;
        return array;
    }

    private boolean isFound() throws ClassNotFoundException {
        try {
            return find() != null;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private static Class<?> find() throws ClassNotFoundException {
        return Class.forName("semantics.FirstUses", true, FirstUses.class.getClassLoader());
    }
}

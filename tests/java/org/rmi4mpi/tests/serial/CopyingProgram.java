package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Generates the copiers of 1,000 classes of a class loader, three times, and waits for each loader to be collected. */
public final class CopyingProgram {
    private static final int LOADERS = 3;
    private static final int CLASSES = 1000;

    static class Number0000 implements Serializable {
        int number = 1;
        final long big = 2;
        final String text = String.valueOf(3);
        private Object any = "any";
    }

    /** Defines the class above under other numbers, any number of times. */
    private static final class Numbering extends ClassLoader {
        private static final byte[] ORIGINAL = original();

        private static byte[] original() {
            String file = Number0000.class.getName().replace('.', '/') + ".class";
            try (InputStream in = CopyingProgram.class.getClassLoader().getResourceAsStream(file)) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        Numbering() {
            super(CopyingProgram.class.getClassLoader());
        }

        Class<?> type(int number) {
            String text = new String(ORIGINAL, StandardCharsets.ISO_8859_1);
            byte[] bytes = text.replace("Number0000", String.format("Number%04d", number))
                    .getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    private CopyingProgram() {}

    public static void main(String[] args) throws Throwable {
        int count = 0;
        for (int i = 0; i < LOADERS; i++) {
            List<WeakReference<ClassLoader>> loader = new ArrayList<>();
            count += use(loader);
            await(loader.get(0));
        }
        System.out.println(count + " classes");
    }

    private static int use(List<WeakReference<ClassLoader>> told) throws Throwable {
        Numbering loader = new Numbering();
        told.add(new WeakReference<>(loader));
        int generated = 0;
        for (int i = 1; i <= CLASSES; i++) {
            Class<?> type = loader.type(i);
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            Copiers.copy(object);
            Copiers.generate(type);
            Copiers.copy(object);
            generated += Copiers.isGenerated(Copiers.current(type)) ? 1 : 0;
        }
        return generated;
    }

    private static void await(WeakReference<ClassLoader> loader) {
        for (int i = 1; loader.get() != null; i++) {
            System.gc();
            if (i % 4 == 0) { // the JDK's cache keeps a class in its queue until it creates another description
                ObjectStreamClass.lookup(Number0000.class);
            }
        }
    }
}

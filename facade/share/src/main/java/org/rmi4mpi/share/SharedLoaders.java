package org.rmi4mpi.share;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.rmi4mpi.serial.CallerLoader;
import org.rmi4mpi.serial.ClassHome;

/** The loaders of this rank by their numbers, and those that stand for loaders of other ranks. Thread-safe. */
final class SharedLoaders implements ClassHome.Loaders {
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    private final long job;
    private final int rank;
    private final ClassSource source;
    /** Guarded by this object, as are the others. Keeps no loader alive. */
    private final Map<ClassLoader, Integer> numbers = new WeakHashMap<>();
    private final List<WeakReference<ClassLoader>> own = new ArrayList<>();
    private final Map<ClassHome, WeakReference<SharedLoader>> ofOthers = new HashMap<>();
    /** Stands for the class path of rank 0; null at rank 0. */
    private final SharedLoader ofProgram;

    /** @param program the jars of rank 0 that this rank lacks */
    SharedLoaders(long job, int rank, ClassSource source, Jars program) {
        this.job = job;
        this.rank = rank;
        this.source = source;
        own.add(new WeakReference<>(SYSTEM));
        numbers.put(SYSTEM, ClassHome.CLASS_PATH);
        ClassHome ofFirst = new ClassHome(job, 0, ClassHome.CLASS_PATH);
        ofProgram = rank == 0 ? null : new SharedLoader(ofFirst, this, source, program);
        if (ofProgram != null) {
            ofOthers.put(ofFirst, new WeakReference<>(ofProgram));
        }
    }

    /** Finds the program's classes, which rank 0 has; null at rank 0. */
    SharedLoader ofProgram() {
        return ofProgram;
    }

    @Override
    public ClassHome homeOf(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        ClassLoader loader = element.getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader() || CallerLoader.isOurs(element)) {
            return null;
        }
        return loader instanceof SharedLoader shared ? shared.home() : new ClassHome(job, rank, numberOf(loader));
    }

    private synchronized int numberOf(ClassLoader loader) {
        return numbers.computeIfAbsent(loader, another -> {
            own.add(new WeakReference<>(another));
            return own.size() - 1;
        });
    }

    /** A loader of this rank; null if there is none of this number any more. */
    synchronized ClassLoader own(int number) {
        return number < 0 || number >= own.size() ? null : own.get(number).get();
    }

    @Override
    public ClassLoader loaderOf(ClassHome home) {
        return home.job() != job ? null : home.rank() == rank ? own(home.loader()) : ofOther(home);
    }

    private synchronized ClassLoader ofOther(ClassHome home) {
        WeakReference<SharedLoader> known = ofOthers.get(home);
        SharedLoader loader = known == null ? null : known.get();
        if (loader == null) {
            loader = new SharedLoader(home, this, source, Jars.NONE);
            ofOthers.values().removeIf(each -> each.refersTo(null));
            ofOthers.put(home, new WeakReference<>(loader));
        }
        return loader;
    }
}

package org.rmi4mpi.jpvm.task;

import java.security.SecureClassLoader;
import org.rmi4mpi.jpvm.rewrite.ProgramClasses;

/**
 * The class loader of one task. It defines the program's classes again, with their own statics. All other classes are
 * those of the rank.
 */
final class TaskLoader extends SecureClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ProgramClasses classes;
    private final Task task;

    TaskLoader(ProgramClasses classes, Task task) {
        super(classes.loader());
        this.classes = classes;
        this.task = task;
    }

    Task task() {
        return task;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                ProgramClasses.ClassFile file = classes.find(name);
                loaded = file == null ? getParent().loadClass(name) : define(name, file);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private Class<?> define(String name, ProgramClasses.ClassFile file) {
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), file);
        }
        return defineClass(name, file.bytes(), 0, file.bytes().length, file.source());
    }

    private void definePackage(String name, ProgramClasses.ClassFile file) {
        try {
            var main = file.manifest() == null ? null : file.manifest().getMainAttributes();
            definePackage(name, null, null, null,
                    main == null ? null : main.getValue("Implementation-Title"),
                    main == null ? null : main.getValue("Implementation-Version"),
                    main == null ? null : main.getValue("Implementation-Vendor"), null);
        } catch (IllegalArgumentException e) {
            // Another thread has defined the package.
        }
    }
}

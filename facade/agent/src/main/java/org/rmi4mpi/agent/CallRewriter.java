package org.rmi4mpi.agent;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Redirects calls of single JDK methods to static methods of {@code org.rmi4mpi.rmi.ProgramCalls}. These take the
 * object, if there is one, as their first argument. Class names that a program looks up pass through {@code
 * ProgramCalls.className} first. Before a program can tell one thread from another, it calls {@code
 * ProgramCalls.bindCallers}: where it makes or takes a lock that belongs to a thread, makes a variable of threads, or asks
 * which thread it runs on.
 */
final class CallRewriter extends MethodVisitor {
    private static final String CALLS = "org/rmi4mpi/rmi/ProgramCalls";

    private record Target(String name, String descriptor) {}

    private static final String RUNTIME = "java/lang/Runtime";

    /** Maps owner, name and descriptor of a method to its replacement. */
    private static final Map<String, Target> REPLACED = Map.of(
            "java/lang/System.exit(I)V", new Target("exit", "(I)V"),
            "java/lang/Runtime.exit(I)V", new Target("exit", "(Ljava/lang/Runtime;I)V"),
            "java/lang/Runtime.halt(I)V", new Target("exit", "(Ljava/lang/Runtime;I)V"),
            "java/lang/ProcessBuilder.start()Ljava/lang/Process;",
            new Target("start", "(Ljava/lang/ProcessBuilder;)Ljava/lang/Process;"),
            "java/lang/Thread.interrupt()V", new Target("interrupt", "(Ljava/lang/Thread;)V"),
            "java/lang/System.setSecurityManager(Ljava/lang/SecurityManager;)V",
            new Target("setSecurityManager", "(Ljava/lang/Object;)V"),
            "java/rmi/server/RMISocketFactory.setSocketFactory(Ljava/rmi/server/RMISocketFactory;)V",
            new Target("setSocketFactory", "(Ljava/rmi/server/RMISocketFactory;)V"),
            "java/rmi/server/RemoteObject.toStub(Ljava/rmi/Remote;)Ljava/rmi/Remote;",
            new Target("toStub", "(Ljava/rmi/Remote;)Ljava/rmi/Remote;"),
            "java/lang/Class.forName(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
            new Target("forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;"));

    /** A static method, called by the name of any class that inherits it. */
    private static final String EXPORT = "exportObject(Ljava/rmi/Remote;)Ljava/rmi/server/RemoteStub;";

    private static final Target EXPORT_TARGET =
            new Target("exportObject", "(Ljava/rmi/Remote;)Ljava/rmi/server/RemoteStub;");

    /** Methods whose last argument is a class name. They depend on their caller, and so are called as they are. */
    private static final Set<String> TAKE_CLASS_NAME = Set.of(
            "forName(Ljava/lang/String;)Ljava/lang/Class;",
            "forName(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
            "loadClass(Ljava/lang/String;)Ljava/lang/Class;",
            "findClass(Ljava/lang/String;)Ljava/lang/Class;");

    private static final String LOCKS = "java/util/concurrent/locks/";
    /** Their constructors make what belongs to a thread, also as those of superclasses. */
    private static final Set<String> OF_THREADS = Set.of(
            LOCKS + "ReentrantLock", LOCKS + "ReentrantReadWriteLock", LOCKS + "AbstractOwnableSynchronizer",
            LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer",
            "java/lang/ThreadLocal", "java/lang/InheritableThreadLocal");
    /** Methods of locks. A lock that has been read from a stream was made by no constructor. */
    private static final Set<String> TAKE_LOCK = Set.of("lock", "lockInterruptibly", "tryLock");
    /** A static method, called by the name of any class that inherits it. */
    private static final String CURRENT = "currentThread()Ljava/lang/Thread;";

    CallRewriter(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        Target target = opcode == Opcodes.INVOKESPECIAL ? null
                : target(owner, name, descriptor, opcode == Opcodes.INVOKESTATIC);
        if (target != null) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, target.name(), target.descriptor(), false);
            return;
        }
        if (opcode != Opcodes.INVOKESPECIAL && TAKE_CLASS_NAME.contains(name + descriptor)) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "className", "(Ljava/lang/String;)Ljava/lang/String;",
                    false);
        }
        if (tellsThreads(owner, name, descriptor)) {
            bindCallers();
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    private static boolean tellsThreads(String owner, String name, String descriptor) {
        return OF_THREADS.contains(owner) && (name.equals("<init>") || name.equals("withInitial"))
                || owner.startsWith(LOCKS) && TAKE_LOCK.contains(name)
                || CURRENT.equals(name + descriptor);
    }

    private void bindCallers() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "bindCallers", "()V", false);
    }

    private static Target target(String owner, String name, String descriptor, boolean isStatic) {
        String method = name + descriptor;
        if (owner.equals(RUNTIME) && name.equals("exec")) {
            return new Target("exec", "(L" + RUNTIME + ";" + descriptor.substring(1));
        }
        return isStatic && method.equals(EXPORT) ? EXPORT_TARGET : REPLACED.get(owner + "." + method);
    }

    /** Redirects method references, except for those to methods that take a class name. */
    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        Object[] rewritten = arguments.clone();
        for (int i = 0; i < rewritten.length; i++) {
            if (rewritten[i] instanceof Handle handle) {
                rewritten[i] = replaced(handle);
                if (tellsThreads(handle.getOwner(), handle.getName(), handle.getDesc())) {
                    bindCallers();
                }
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, rewritten);
    }

    private static Handle replaced(Handle handle) {
        Target target = target(handle.getOwner(), handle.getName(), handle.getDesc(),
                handle.getTag() == Opcodes.H_INVOKESTATIC);
        return target == null ? handle
                : new Handle(Opcodes.H_INVOKESTATIC, CALLS, target.name(), target.descriptor(), false);
    }
}

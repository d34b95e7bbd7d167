package org.rmi4mpi.tests.faults;

import java.util.regex.Pattern;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Calls {@link Faults#allocation} at each instruction, and before each method of the JDK, that may allocate. */
final class AllocationRewriter extends MethodVisitor {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final String RECORDS = "java/lang/runtime/ObjectMethods";

    /** Owner and name. Collections allocate when they grow. Buffer.put and the methods of atomics do not allocate. */
    private static final Pattern ALLOCATES = Pattern.compile(
            "java/util/(concurrent/)?[A-Z]\\w*\\.(add|addAll|addFirst|addLast|offer|offerFirst|offerLast|push|put|putAll"
                    + "|putIfAbsent|computeIfAbsent|compute|merge|toArray|iterator|listIterator|stream|copyOf|copyOfRange|of|asList"
                    + "|unmodifiable\\w+|new[A-Z]\\w+|execute|submit|schedule|supplyAsync|runAsync|completeExceptionally|then\\w+"
                    + "|whenComplete\\w*|handle\\w*|exceptionally\\w*|orTimeout)"
                    + "|java/util/stream/\\w+\\.\\w+"
                    + "|java/lang/Thread\\.(start|getStackTrace|getAllStackTraces)"
                    + "|java/lang/Throwable\\.(getStackTrace|addSuppressed|printStackTrace)"
                    + "|java/lang/StringBuilder\\.(append|insert|toString)"
                    + "|java/lang/String\\.(substring|concat|format|formatted|valueOf|getBytes|toCharArray|repeat|replace|split|join)"
                    + "|java/lang/(Integer|Long|Short|Character|Float|Double)\\.(valueOf|toString|toHexString)"
                    + "|java/lang/reflect/\\w+\\.(newInstance|invoke)|java/lang/management/ThreadMXBean\\.getThreadInfo"
                    + "|java/nio/\\w+Buffer\\.(allocate|allocateDirect|wrap|duplicate|slice|as\\w+Buffer)"
                    + "|java/io/ByteArrayOutputStream\\.(write|toByteArray)"
                    + "|sun/misc/Unsafe\\.(allocateMemory|allocateInstance)"
                    + "|\\[.*\\.clone");

    AllocationRewriter(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    private void ask() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, "org/rmi4mpi/tests/faults/Faults", "allocation", "()V", false);
    }

    /**
     * Frames identify an uninitialised object by the position of its NEW, so this instruction has to stay the first.
     */
    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.ANEWARRAY) {
            ask();
        }
        super.visitTypeInsn(opcode, type);
        if (opcode == Opcodes.NEW) {
            ask();
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode == Opcodes.NEWARRAY) {
            ask();
        }
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        ask();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    /** A lambda without captures is created only once, and comparing records takes no memory. */
    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        boolean isMadeOnce = bootstrap.getOwner().equals(LAMBDAS) && descriptor.startsWith("()");
        boolean isOfRecord = bootstrap.getOwner().equals(RECORDS) && !name.equals("toString");
        if (!isMadeOnce && !isOfRecord) {
            ask();
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean isMadeOnce = owner.equals("java/util/List") && name.equals("of") && descriptor.startsWith("()");
        if (!isMadeOnce && ALLOCATES.matcher(owner + "." + name).matches()) {
            ask();
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
}

package org.rmi4mpi.jpvm.rewrite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the handlers that only close a resource, and throw the exception again: those that javac makes for try with
 * resources. Used by one thread.
 */
final class ClosingHandlers extends ClassVisitor {
    private static final String THROWABLE = "java/lang/Throwable";
    /**
     * The instructions of such a handler, one letter each. It stores the exception, and closes the resource, perhaps only
     * if there is one. A handler within it adds the exception of the closing.
     */
    private static final Pattern CLOSING = Pattern.compile("s" + "(ln)?" + "lk?cg" + "sllu" + "lt");

    /** For each method that has not been taken, the numbers of the blocks of try that have such a handler. */
    private final Queue<BitSet> methods = new ArrayDeque<>();

    private ClosingHandlers() {
        super(Opcodes.ASM9);
    }

    static ClosingHandlers of(ClassReader read) {
        ClosingHandlers found = new ClosingHandlers();
        read.accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found;
    }

    /** The numbers, from 0, of the blocks of try of the next method that have such a handler. */
    BitSet next() {
        return methods.remove();
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        BitSet closings = new BitSet();
        methods.add(closings);
        return new Method(closings);
    }

    private static final class Method extends EachInstruction {
        private final BitSet closings;
        /** Each block's handler of Throwable; null for one of another type. */
        private final List<Label> handlers = new ArrayList<>();
        private final Map<Label, Integer> places = new HashMap<>();
        private final StringBuilder letters = new StringBuilder();

        Method(BitSet closings) {
            super(null);
            this.closings = closings;
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            handlers.add(THROWABLE.equals(type) ? handler : null);
        }

        @Override
        public void visitLabel(Label label) {
            places.put(label, letters.length());
        }

        @Override
        void begins() {
            letters.append('-');
        }

        /** The instruction that has begun has this letter. */
        private void is(char letter) {
            letters.setCharAt(letters.length() - 1, letter);
        }

        @Override
        public void visitInsn(int opcode) {
            super.visitInsn(opcode);
            if (opcode == Opcodes.ATHROW) {
                is('t');
            }
        }

        @Override
        public void visitVarInsn(int opcode, int index) {
            super.visitVarInsn(opcode, index);
            if (opcode == Opcodes.ASTORE) {
                is('s');
            } else if (opcode == Opcodes.ALOAD) {
                is('l');
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            super.visitJumpInsn(opcode, label);
            if (opcode == Opcodes.GOTO) {
                is('g');
            } else if (opcode == Opcodes.IFNULL) {
                is('n');
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.CHECKCAST) {
                is('k');
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("close") && descriptor.equals("()V")) {
                is('c');
            } else if (owner.equals(THROWABLE) && name.equals("addSuppressed")) {
                is('u');
            }
        }

        @Override
        public void visitEnd() {
            for (int i = 0; i < handlers.size(); i++) {
                Label handler = handlers.get(i);
                closings.set(i, handler != null
                        && CLOSING.matcher(letters).region(places.get(handler), letters.length()).lookingAt());
            }
        }
    }
}

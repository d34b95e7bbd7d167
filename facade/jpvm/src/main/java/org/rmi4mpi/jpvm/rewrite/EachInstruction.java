package org.rmi4mpi.jpvm.rewrite;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Visits a method, and is told of each instruction before it is visited. */
abstract class EachInstruction extends MethodVisitor {
    /** @param next visits the method too; null for none */
    EachInstruction(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** An instruction comes. */
    abstract void begins();

    @Override
    public void visitInsn(int opcode) {
        begins();
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        begins();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
        begins();
        super.visitVarInsn(opcode, index);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        begins();
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        begins();
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        begins();
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        begins();
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        begins();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        begins();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int index, int increment) {
        begins();
        super.visitIincInsn(index, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
        begins();
        super.visitTableSwitchInsn(min, max, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        begins();
        super.visitLookupSwitchInsn(other, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        begins();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }
}

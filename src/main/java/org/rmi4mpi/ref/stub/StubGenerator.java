package org.rmi4mpi.ref.stub;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Generates stubs: subclasses of {@link Stub} whose methods pass their arguments to an {@link OutgoingCall} without
 * boxing. A stub class is defined in the package of one of its interfaces, whose loader finds the others. Stateless,
 * except for its cache.
 */
final class StubGenerator {
    private static final String STUB = Type.getInternalName(Stub.class);
    private static final String REFERENCE = Type.getInternalName(StubReference.class);
    private static final String CALL = Type.getInternalName(OutgoingCall.class);
    private static final String METHOD = Type.getInternalName(RemoteMethod.class);
    private static final String BEGIN = "(L" + METHOD + ";)L" + CALL + ";";
    private static final String CONSTRUCTOR = "(Ljava/rmi/server/RemoteRef;)V";
    private static final List<Class<?>> SUPERCLASS = List.of(Stub.class);
    private static final MethodType MAKER = MethodType.methodType(Remote.class, RemoteRef.class);

    /** Constructors by interface list, grouped by host interface. They are unloaded with the host. */
    private static final ClassValue<Map<List<Class<?>>, MethodHandle>> MAKERS = new ClassValue<>() {
        @Override
        protected Map<List<Class<?>>, MethodHandle> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private StubGenerator() {}

    /** Returns null if no class can be defined that has all the interfaces. */
    static Remote make(List<Class<?>> interfaces, StubReference reference) {
        Class<?> host = host(interfaces);
        if (host == null) {
            return null;
        }
        MethodHandle maker = MAKERS.get(host).computeIfAbsent(interfaces, all -> maker(host, all));
        try {
            return (Remote) maker.invokeExact(reference.ref());
        } catch (Throwable e) {
            GeneratedCode.rethrowIfFatal(e);
            return null;
        }
    }

    /** Finds an interface whose loader and package see all the others. It is the non-public one if there is one. */
    private static Class<?> host(List<Class<?>> interfaces) {
        Class<?> hidden = null;
        for (Class<?> each : interfaces) {
            if (!Modifier.isPublic(each.getModifiers())) {
                if (hidden != null && !hidden.getPackageName().equals(each.getPackageName())) {
                    return null;
                }
                hidden = each;
            }
        }
        for (Class<?> each : hidden != null ? List.<Class<?>>of(hidden) : interfaces) {
            ClassLoader loader = each.getClassLoader();
            if (loader != null && seesAll(loader, interfaces) && seesAll(loader, SUPERCLASS)) {
                return each;
            }
        }
        return null;
    }

    /** Whether a loader finds these classes. Each loader finds those of its own, and those of the JDK's core. */
    static boolean seesAll(ClassLoader loader, List<Class<?>> interfaces) {
        try {
            for (Class<?> each : interfaces) {
                ClassLoader definer = each.getClassLoader();
                if (definer != null && definer != loader && Class.forName(each.getName(), false, loader) != each) {
                    return false;
                }
            }
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static MethodHandle maker(Class<?> host, List<Class<?>> interfaces) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
            Class<?> defined = lookup.defineClass(code(GeneratedCode.name(host, "Stub"), interfaces));
            return lookup.findConstructor(defined, MethodType.methodType(void.class, RemoteRef.class)).asType(MAKER);
        } catch (Throwable e) {
            GeneratedCode.rethrowIfFatal(e);
            return MethodHandles.dropArguments(
                    MethodHandles.constant(Remote.class, null), 0, RemoteRef.class); // the package is closed to us
        }
    }

    private record Member(Class<?> remote, Method method) {}

    private static byte[] code(String name, List<Class<?>> interfaces) {
        ClassWriter writer = GeneratedCode.begin(name, STUB,
                interfaces.stream().map(Type::getInternalName).toArray(String[]::new));
        GeneratedCode.constructor(writer, STUB, CONSTRUCTOR);
        List<Member> members = members(interfaces);
        for (int i = 0; i < members.size(); i++) {
            writer.visitField(ACC_PRIVATE | ACC_STATIC | ACC_FINAL, "m" + i, "L" + METHOD + ";", null, null).visitEnd();
            method(writer, name, i, members.get(i));
        }
        addConstants(writer, name, members);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static List<Member> members(List<Class<?>> interfaces) {
        Map<String, Member> found = new LinkedHashMap<>();
        for (Class<?> remote : interfaces) {
            for (Method method : remote.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && !isOfObject(method)) {
                    found.putIfAbsent(method.getName() + RemoteMethod.descriptorOf(method), new Member(remote, method));
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    /**
     * Whether every stub has the method: equals, hashCode, toString, or getRef with the JDK's result. An interface may have
     * a getRef with another result.
     */
    private static boolean isOfObject(Method method) {
        try {
            Method own = RemoteObject.class.getMethod(method.getName(), method.getParameterTypes());
            return !Modifier.isStatic(own.getModifiers()) && own.getReturnType() == method.getReturnType();
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** Generates the static initialiser, the only method that may set final static fields. */
    private static void addConstants(ClassWriter writer, String name, List<Member> members) {
        MethodVisitor code = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        code.visitCode();
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            code.visitLdcInsn(Type.getType(member.remote()));
            code.visitLdcInsn(member.method().getName());
            code.visitLdcInsn(RemoteMethod.descriptorOf(member.method()));
            code.visitMethodInsn(INVOKESTATIC, METHOD, "of",
                    "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;)L" + METHOD + ";", false);
            code.visitFieldInsn(PUTSTATIC, name, "m" + i, "L" + METHOD + ";");
        }
        code.visitInsn(RETURN);
        GeneratedCode.end(code);
    }

    private static void method(ClassWriter writer, String name, int number, Member member) {
        Method method = member.method();
        MethodVisitor code = writer.visitMethod(
                ACC_PUBLIC | ACC_FINAL, method.getName(), Type.getMethodDescriptor(method), null,
                java.util.Arrays.stream(method.getExceptionTypes()).map(Type::getInternalName).toArray(String[]::new));
        code.visitCode();
        Class<?> declaring = declaring(member);
        if (!Remote.class.isAssignableFrom(declaring)) {
            refuse(code, "Method is not Remote: " + declaring + "::" + method);
            return;
        }
        Class<?>[] types = method.getParameterTypes();
        int[] locals = new int[types.length];
        int next = 1;
        for (int i = 0; i < types.length; i++) {
            locals[i] = next;
            next += Type.getType(types[i]).getSize();
        }
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKEVIRTUAL, STUB, "reference", "()L" + REFERENCE + ";", false);
        code.visitFieldInsn(GETSTATIC, name, "m" + number, "L" + METHOD + ";");
        code.visitMethodInsn(INVOKEVIRTUAL, REFERENCE, "beginCall", BEGIN, false);
        for (boolean primitives : new boolean[] {true, false}) {
            for (int i = 0; i < types.length; i++) {
                if (types[i].isPrimitive() == primitives) {
                    code.visitInsn(DUP);
                    code.visitVarInsn(Type.getType(types[i]).getOpcode(ILOAD), locals[i]);
                    GeneratedCode.put(code, CALL, types[i]);
                }
            }
        }
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKEVIRTUAL, CALL, "invoke", "()" + GeneratedCode.OBJECT, false);
        GeneratedCode.get(code, CALL, GeneratedCode.OBJECT, method.getReturnType());
        code.visitInsn(Type.getType(method.getReturnType()).getOpcode(IRETURN));
        GeneratedCode.end(code);
    }

    /** The interface that declares a method, as the JDK's stubs see it. */
    private static Class<?> declaring(Member member) {
        Method method = member.method();
        try {
            return member.remote().getMethod(method.getName(), method.getParameterTypes()).getDeclaringClass();
        } catch (NoSuchMethodException e) {
            return method.getDeclaringClass(); // cannot happen: the interface has the method
        }
    }

    /** Generates the body of a method that the JDK's stubs refuse to call. */
    private static void refuse(MethodVisitor code, String why) {
        String exception = Type.getInternalName(RemoteException.class);
        code.visitTypeInsn(NEW, exception);
        code.visitInsn(DUP);
        code.visitLdcInsn(why);
        code.visitMethodInsn(INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
        code.visitInsn(ATHROW);
        GeneratedCode.end(code);
    }
}

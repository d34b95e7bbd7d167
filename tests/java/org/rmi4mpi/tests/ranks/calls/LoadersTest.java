package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Results of classes that only the context class loader of the caller finds, at the time of each call. */
@RunWith(RankRunner.class)
public class LoadersTest {
    private static final String THING = "made.Thing";

    /** Has a serializable class that its parent lacks. */
    static final class ThingLoader extends ClassLoader {
        ThingLoader() {
            super(LoadersTest.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(THING)) {
                throw new ClassNotFoundException(name);
            }
            ClassWriter writer = new ClassWriter(0);
            writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, THING.replace('.', '/'), null, "java/lang/Object",
                    new String[] {Type.getInternalName(Serializable.class)});
            MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
            code.visitCode();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(1, 1);
            code.visitEnd();
            writer.visitEnd();
            byte[] bytes = writer.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    interface Maker extends Remote {
        Object make() throws RemoteException;

        CompletableFuture<Object> promise() throws RemoteException;
    }

    static final class MakerObject extends UnicastRemoteObject implements Maker {
        private static final long serialVersionUID = 1L;
        private final transient ClassLoader loader = new ThingLoader();

        MakerObject() throws RemoteException {}

        @Override
        public Object make() throws RemoteException {
            try {
                return loader.loadClass(THING).getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new RemoteException("cannot happen", e);
            }
        }

        @Override
        public CompletableFuture<Object> promise() {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return make();
                } catch (RemoteException e) {
                    throw new CompletionException(e);
                }
            });
        }
    }

    @Rule
    public final OnEachRank<Maker, MakerObject> makers = new OnEachRank<>(MakerObject::new);

    private static <T> T under(ClassLoader context, Callable<T> call) throws Exception {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(context);
        try {
            return call.call();
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    public void theContextClassLoaderFindsWhatTheStubsDoesNot() throws Exception {
        ClassLoader[] loaders = {new ThingLoader(), new ThingLoader()};
        for (int i = 0; i < 3; i++) {
            for (ClassLoader each : loaders) {
                assertThat(under(each, () -> makers.next().make()).getClass().getClassLoader(), sameInstance(each));
                assertThat(under(each, () -> makers.next().promise()).join().getClass().getClassLoader(),
                        sameInstance(each));
                assertThat(under(each, () -> Calls.future(Calls.async(makers.next()).make())).join().getClass()
                        .getClassLoader(), sameInstance(each));
            }
            UnmarshalException e = assertThrows(UnmarshalException.class, () -> makers.next().make());
            assertThat(e.getCause(), instanceOf(ClassNotFoundException.class));
            assertThat(e.getCause().getMessage(), is(THING));
        }
    }
}

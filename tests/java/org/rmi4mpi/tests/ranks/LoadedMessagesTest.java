package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.sameInstance;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Objects in messages have the classes of the program that receives them, which a loader of its own may have. */
@RunWith(RankRunner.class)
public class LoadedMessagesTest {
    /** Defines the nested classes of this test anew. */
    private static final class ProgramLoader extends ClassLoader {
        ProgramLoader() {
            super(LoadedMessagesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                return found != null ? found : name.startsWith(LoadedMessagesTest.class.getName() + "$")
                        ? defined(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** The message of the program. */
    public record Letter(int from) implements Serializable {}

    /** Sends a letter around, and returns the class of the one that arrives. */
    public static final class Sender implements Callable<Class<?>> {
        @Override
        public Class<?> call() throws Exception {
            int rank = MPI.COMM_WORLD.Rank();
            int size = MPI.COMM_WORLD.Size();
            Letter[] letters = {new Letter(rank), null};
            MPI.COMM_WORLD.Sendrecv(letters, 0, 1, MPI.OBJECT, (rank + 1) % size, 1, letters, 1, 1, MPI.OBJECT,
                    (rank + size - 1) % size, 1);
            return letters[1].getClass();
        }
    }

    private static Callable<?> sender(ClassLoader loader) throws ReflectiveOperationException {
        return (Callable<?>) loader.loadClass(Sender.class.getName()).getConstructor().newInstance();
    }

    @Test
    public void theCallersLoaderGoesBeforeTheContextClassLoader() throws Exception {
        ClassLoader loader = new ProgramLoader();
        Class<?> letter = loader.loadClass(Letter.class.getName());
        assertThat(sender(loader).call(), sameInstance(letter));
        Callable<?> sender = sender(loader);
        assertThat(CompletableFuture.supplyAsync(() -> {
            try {
                return sender.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }).get(), sameInstance(letter));
        assertThat(new Sender().call(), sameInstance(Letter.class));
    }
}

package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OptionalDataException;
import java.io.Serializable;
import org.junit.Test;

/** Primitive data between objects: reading past its end, and skipping of unread data. */
public class OptionalDataTest extends StreamContract {
    /** Written and read by whatever the test says. */
    static class Scripted implements Serializable {
        static Writing writing;
        static Reading reading;

        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                writing.to(out);
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            reading.from(in);
        }
    }

    interface Reading {
        void from(ObjectInputStream in) throws IOException, ClassNotFoundException;
    }

    /** Also sees that what follows is read well. */
    private void script(Writing writing, Reading reading) throws Exception {
        Scripted.writing = writing;
        Scripted.reading = reading;
        ObjectInputStream in = afterWriting(out -> {
            out.writeObject(new Scripted());
            out.writeInt(77);
            out.writeObject("next");
        });
        in.readObject();
        assertThat(in.readInt(), is(77));
        assertThat(in.readObject(), is("next"));
        assertThat(in.read(), is(-1));
    }

    @Test
    public void primitivesStringsAndObjectsInterleaved() throws Exception {
        script(out -> {
            out.writeInt(1);
            out.writeObject("two");
            out.writeUTF("three");
            out.writeObject(null);
            out.writeObject(new int[] {4});
            out.writeBoolean(true);
            out.write(new byte[] {5, 6});
            out.writeObject("two");
        }, in -> {
            assertThat(in.readInt(), is(1));
            Object two = in.readObject();
            assertThat(two, is("two"));
            assertThat(in.readUTF(), is("three"));
            assertThat(in.readObject(), nullValue());
            assertArrayEquals(new int[] {4}, (int[]) in.readObject());
            assertThat(in.readBoolean(), is(true));
            assertThat(in.readByte(), is((byte) 5));
            assertThat(in.readByte(), is((byte) 6));
            assertThat(in.readObject() == two, is(true));
        });
    }

    @Test
    public void objectIsAskedForWherePrimitiveDataIs() throws Exception {
        script(out -> {
            out.writeInt(1);
            out.writeInt(2);
            out.writeObject("object");
        }, in -> {
            OptionalDataException failure = assertThrows(OptionalDataException.class, in::readObject);
            assertThat(failure.eof, is(false));
            assertThat(failure.length, is(8));
            assertThat(in.readInt(), is(1));
            assertThat(assertThrows(OptionalDataException.class, in::readObject).length, is(4));
            assertThat(in.readInt(), is(2));
            assertThat(in.readObject(), is("object"));
        });
    }

    @Test
    public void objectIsAskedForAtTheEndOfTheData() throws Exception {
        script(out -> out.writeInt(1), in -> {
            in.readInt();
            OptionalDataException failure = assertThrows(OptionalDataException.class, in::readObject);
            assertThat(failure.eof, is(true));
            assertThat(failure.length, is(0));
            assertThat("again", assertThrows(OptionalDataException.class, in::readObject).eof, is(true));
        });
    }

    @Test
    public void primitiveIsAskedForAtTheEndOfTheData() throws Exception {
        script(out -> out.writeInt(1), in -> {
            assertThat(in.available(), is(4));
            in.readInt();
            assertThat(in.available(), is(0));
            assertThat(in.read(), is(-1));
            assertThat(in.read(new byte[3]), is(-1));
            assertThrows(EOFException.class, in::readInt);
            assertThrows(EOFException.class, in::readByte);
            assertThrows(EOFException.class, () -> in.readFully(new byte[1]));
            assertThat(in.skipBytes(5), is(0));
        });
    }

    @Test
    public void primitiveIsAskedForWhereAnObjectIs() throws Exception {
        script(out -> {
            out.writeShort(1);
            out.writeObject("object");
        }, in -> {
            assertThrows(EOFException.class, in::readInt);
            assertThat(in.read(), is(-1));
            assertThat(in.available(), is(0));
            assertThat(in.readObject(), is("object"));
        });
    }

    @Test
    public void readsStopAtAnObject() throws Exception {
        script(out -> {
            out.write(new byte[] {1, 2, 3});
            out.writeObject("object");
            out.write(4);
        }, in -> {
            byte[] bytes = new byte[10];
            assertThat(in.read(bytes, 2, 8), is(3));
            assertArrayEquals(new byte[] {0, 0, 1, 2, 3, 0, 0, 0, 0, 0}, bytes);
            assertThat(in.read(bytes), is(-1));
            assertThat(in.readObject(), is("object"));
            assertThat(in.read(), is(4));
        });
    }

    @Test
    public void allIsLeftUnread() throws Exception {
        script(out -> {
            out.writeObject(new Object[] {"a", new int[1000], new Scriptless()});
            out.write(new byte[5000]);
            out.writeObject(new Scriptless());
        }, in -> {});
    }

    @Test
    public void halfIsLeftUnread() throws Exception {
        script(out -> {
            out.writeInt(1);
            out.writeInt(2);
            out.writeObject("left");
        }, in -> in.readInt());
    }

    static class Scriptless implements Serializable {
        Object value = "value";
    }

    /** Later references find an object inside unread data. */
    @Test
    public void objectInUnreadDataIsReferredToLater() throws Exception {
        Scriptless shared = new Scriptless();
        Scripted.writing = out -> out.writeObject(shared);
        Scripted.reading = in -> {};
        ObjectInputStream in = reader(bytesOf(new Scripted(), shared));
        in.readObject();
        assertThat(((Scriptless) in.readObject()).value, is("value"));
    }

    @Test
    public void classFirstMetInUnreadDataIsKnownLater() throws Exception {
        Scripted.writing = out -> out.writeObject(new Scriptless());
        Scripted.reading = in -> {};
        ObjectInputStream in = reader(bytesOf(new Scripted(), new Scriptless()));
        in.readObject();
        assertThat(((Scriptless) in.readObject()).value, is("value"));
    }

    static class UpperScript extends Scripted {
        String below = "below";
    }

    @Test
    public void subclassFollowsUnreadData() throws Exception {
        Scripted.writing = out -> {
            out.writeUTF("unread");
            out.writeObject("unread");
        };
        Scripted.reading = in -> {};
        assertThat(copy(new UpperScript()).below, is("below"));
    }

    @Test
    public void readingTooFarDoesNotTouchTheSubclass() throws Exception {
        Scripted.writing = out -> out.writeByte(1);
        Scripted.reading = in -> {
            in.readByte();
            assertThrows(EOFException.class, in::readLong);
            assertThat(assertThrows(OptionalDataException.class, in::readObject).eof, is(true));
        };
        assertThat(copy(new UpperScript()).below, is("below"));
    }

    static class PlainFields implements Serializable {
        String text = "text";

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            assertThat(assertThrows(OptionalDataException.class, in::readObject).eof, is(true));
            assertThrows(EOFException.class, in::readInt);
            assertThat(in.read(), is(-1));
            assertThat(in.available(), is(0));
        }
    }

    /** Its writer has no writeObject, so that there is no optional data at all. */
    @Test
    public void noOptionalDataAfterDefaultFields() throws Exception {
        ObjectInputStream in = reader(bytesOf(new PlainFields(), "next"));
        assertThat(((PlainFields) in.readObject()).text, is("text"));
        assertThat(in.readObject(), is("next"));
    }

    /** Fields that a class does not have take no place in the data, whether or not they are asked for. */
    @Test
    public void defaultFieldsOfAClassWithoutFields() throws Exception {
        Writing before = out -> {
            out.defaultWriteObject();
            out.writeInt(1);
            out.writeObject("object");
        };
        script(before, in -> {
            assertThat(in.available(), is(4));
            assertThat(in.readInt(), is(1));
            assertThat(in.readObject(), is("object"));
        });
        Writing between = out -> {
            out.writeShort(1);
            out.defaultWriteObject();
            out.writeShort(2);
        };
        script(between, in -> assertThat(in.readInt(), is(1 << 16 | 2)));
        script(between, in -> {
            in.defaultReadObject();
            assertThat(in.readInt(), is(1 << 16 | 2));
            assertThat(in.read(), is(-1));
        });
    }

    @Test
    public void muchBlockData() throws Exception {
        byte[] much = new byte[300_000];
        for (int i = 0; i < much.length; i++) {
            much[i] = (byte) (31 * i);
        }
        script(out -> {
            out.write(much, 0, 100);
            out.write(much, 100, much.length - 100);
            for (int i = 0; i < 5000; i++) {
                out.writeInt(i);
            }
        }, in -> {
            byte[] read = new byte[much.length];
            in.readFully(read);
            assertArrayEquals(much, read);
            for (int i = 0; i < 5000; i++) {
                assertThat(in.readInt(), is(i));
            }
        });
    }

    @Test
    public void primitivesAcrossTheBordersOfBlocks() throws Exception {
        script(out -> {
            for (int i = 0; i < 1000; i++) {
                out.writeByte(i);
                out.writeLong(i);
                out.writeShort(i);
            }
        }, in -> {
            for (int i = 0; i < 1000; i++) {
                assertThat(in.readByte(), is((byte) i));
                assertThat(in.readLong(), is((long) i));
                assertThat(in.readShort(), is((short) i));
            }
        });
    }

    @Test
    public void betweenTopLevelObjects() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.writeInt(1);
            out.writeObject("a");
            out.writeLong(2);
            out.writeLong(3);
            out.writeObject("b");
        });
        OptionalDataException failure = assertThrows(OptionalDataException.class, in::readObject);
        assertThat(failure.length, is(4));
        assertThat(failure.eof, is(false));
        assertThat(in.readInt(), is(1));
        assertThrows(EOFException.class, in::readInt);
        assertThat(in.readObject(), is("a"));
        assertThat(in.skipBytes(8), is(8));
        assertThat(in.readLong(), is(3L));
        assertThat(in.readObject(), is("b"));
        assertThrows(EOFException.class, in::readObject);
    }

    @Test
    public void afterAReset() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.writeObject("a");
            out.reset();
            out.writeInt(1);
            out.writeObject("b");
            out.reset();
        });
        assertThat(in.readObject(), is("a"));
        OptionalDataException failure = assertThrows(OptionalDataException.class, in::readObject);
        assertThat(failure.length, is(4));
        assertThat(failure.eof, is(false));
        assertThat(in.readInt(), is(1));
        assertThat(in.readObject(), is("b"));
        assertThrows(EOFException.class, in::readObject);
    }
}

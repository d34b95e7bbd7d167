package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UTFDataFormatException;
import java.util.Random;
import org.junit.Test;

/** DataOutput and DataInput of the streams; strings of all kinds. */
public class PrimitivesTest extends StreamContract {
    @Test
    public void allKinds() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.writeBoolean(true);
            out.writeBoolean(false);
            out.writeByte(-1);
            out.writeByte(300);
            out.writeShort(-2);
            out.writeShort(70000);
            out.writeChar('\uabcd');
            out.writeInt(Integer.MIN_VALUE);
            out.writeLong(Long.MIN_VALUE + 1);
            out.writeFloat(1.5f);
            out.writeDouble(Double.MIN_VALUE);
        });
        assertThat(in.readBoolean(), is(true));
        assertThat(in.readBoolean(), is(false));
        assertThat(in.readByte(), is((byte) -1));
        assertThat(in.readUnsignedByte(), is(300 & 0xff));
        assertThat(in.readUnsignedShort(), is(0xfffe));
        assertThat(in.readShort(), is((short) 70000));
        assertThat(in.readChar(), is('\uabcd'));
        assertThat(in.readInt(), is(Integer.MIN_VALUE));
        assertThat(in.readLong(), is(Long.MIN_VALUE + 1));
        assertThat(in.readFloat(), is(1.5f));
        assertThat(in.readDouble(), is(Double.MIN_VALUE));
        assertThrows(EOFException.class, in::readByte);
    }

    /** DataOutput demands that the high byte comes first, so that one kind can be read as others. */
    @Test
    public void bytesOfPrimitivesAreThoseOfDataOutput() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.writeInt(0x01020304);
            out.writeLong(0x05060708090a0b0cL);
            out.writeChars("ab");
            out.writeBytes("cd\u1263");
        });
        byte[] bytes = new byte[19];
        in.readFully(bytes);
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 'a', 0, 'b', 'c', 'd', 0x63}, bytes);
    }

    @Test
    public void rawBytes() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.write(new byte[] {1, 2, 3, 4, 5, 6}, 1, 4);
            out.write(0x1ff);
            out.write(new byte[0]);
            out.write(new byte[] {7, 8, 9});
        });
        assertThat(in.read(), is(2));
        byte[] bytes = new byte[6];
        in.readFully(bytes, 2, 3);
        assertArrayEquals(new byte[] {0, 0, 3, 4, 5, 0}, bytes);
        assertThat(in.read(), is(0xff));
        assertThat(in.skipBytes(2), is(2));
        assertThat(in.read(new byte[5], 1, 0), is(0));
        assertThat(in.read(bytes), is(1));
        assertThat(bytes[0], is((byte) 9));
        assertThat(in.read(), is(-1));
    }

    @Test
    public void skip() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            for (int i = 0; i < 3000; i++) {
                out.writeInt(i);
            }
            out.writeObject("end");
        });
        for (long left = 8000; left > 0;) {
            long skipped = in.skip(left);
            assertThat(skipped, greaterThan(0L));
            left -= skipped;
        }
        assertThat(in.readInt(), is(2000));
        int skipped = in.skipBytes(1_000_000);
        assertThat(skipped, is(3996));
        assertThat(in.readObject(), is("end"));
    }

    @Test
    public void argumentsOutOfBounds() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            assertThrows(IndexOutOfBoundsException.class, () -> out.write(new byte[3], 2, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> out.write(new byte[3], -1, 2));
            assertThrows(NullPointerException.class, () -> out.write(null, 0, 2));
            assertThrows(NullPointerException.class, () -> out.writeUTF(null));
            assertThrows(NullPointerException.class, () -> out.writeBytes(null));
            assertThrows(NullPointerException.class, () -> out.writeChars(null));
            out.write(1);
        });
        assertThrows(IndexOutOfBoundsException.class, () -> in.read(new byte[3], 2, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> in.readFully(new byte[3], -1, 2));
        assertThrows(NullPointerException.class, () -> in.read(null, 0, 2));
        assertThat(in.read(), is(1));
    }

    @Test
    public void nothingToConstructFrom() {
        assertThrows(NullPointerException.class, () -> streams.output(null));
        assertThrows(NullPointerException.class, () -> streams.input(null));
    }

    @Test
    @SuppressWarnings("deprecation") // it is there to be called
    public void lines() throws Exception {
        ObjectInputStream in = afterWriting(out -> out.writeBytes("one\ntwo\r\nthree\rfour"));
        assertThat(in.readLine(), is("one"));
        assertThat(in.readLine(), is("two"));
        assertThat(in.readLine(), is("three"));
        assertThat(in.readLine(), is("four"));
        assertThat(in.readLine(), nullValue());
    }

    private static String[] texts() {
        char[] each = new char[0x10000];
        for (int i = 0; i < each.length; i++) {
            each[i] = (char) i;
        }
        return new String[] {"", "a", "plain text", "\0", "\u007f\u0080\u07ff\u0800\uffff", "\ud83d\ude00", "\ud83d",
            "\ude00 reversed \ud83d", "äöüß", "日本語", new String(each), "x".repeat(65535), "x".repeat(65536),
            "ä".repeat(32767), "ä".repeat(32768), "日".repeat(21845), "日".repeat(21846), "y".repeat(500_000),
            "y".repeat(300) + "€", "€".repeat(200_000)};
    }

    @Test
    public void strings() throws Exception {
        String[] read = copy(texts());
        assertArrayEquals(texts(), read);
        for (String text : texts()) {
            assertThat(copy(text), is(text));
        }
    }

    static class Texts implements java.io.Serializable {
        String first;
        Object second;

        Texts(String first, Object second) {
            this.first = first;
            this.second = second;
        }
    }

    @Test
    public void longStringsInFieldsAreShared() throws Exception {
        String text = "z".repeat(100_000);
        Texts read = copy(new Texts(text, text));
        assertThat(read.first, is(text));
        assertThat(read.second, sameInstance(read.first));
    }

    @Test
    public void equalStringsStayTwo() throws Exception {
        Texts read = copy(new Texts(new String("same"), new String("same")));
        assertThat(read.first, is(read.second));
        assertThat(read.first == read.second, is(false));
    }

    @Test
    public void utf() throws Exception {
        for (String text : texts()) {
            if (utfLength(text) <= 65535) {
                ObjectInputStream in = afterWriting(out -> {
                    out.writeUTF(text);
                    out.writeInt(5);
                });
                assertThat(in.readUTF(), is(text));
                assertThat(in.readInt(), is(5));
            } else if (streams.can(Streams.Ability.STRICT_UTF)) {
                ObjectOutputStream out = streams.output(new ByteArrayOutputStream());
                assertThrows(UTFDataFormatException.class, () -> out.writeUTF(text));
            }
        }
    }

    private static int utfLength(String text) {
        return text.chars().map(c -> c >= 1 && c <= 0x7f ? 1 : c <= 0x7ff ? 2 : 3).sum();
    }

    @Test
    public void utfIsThatOfDataOutput() throws Exception {
        ObjectInputStream in = afterWriting(out -> out.writeUTF("aä\0"));
        byte[] bytes = new byte[7];
        in.readFully(bytes);
        assertArrayEquals(new byte[] {0, 5, 'a', (byte) 0xc3, (byte) 0xa4, (byte) 0xc0, (byte) 0x80}, bytes);
    }

    @Test
    public void utfThatIsMalformed() throws Exception {
        for (byte[] body : new byte[][] {{(byte) 0x80}, {(byte) 0xff}, {(byte) 0xc3}, {(byte) 0xe1, (byte) 0x80},
            {(byte) 0xc3, 'a'}, {(byte) 0xe1, (byte) 0x80, 'a'}}) {
            ObjectInputStream in = afterWriting(out -> {
                out.writeShort(body.length);
                out.write(body);
            });
            assertThrows(UTFDataFormatException.class, in::readUTF);
        }
        ObjectInputStream cut = afterWriting(out -> {
            out.writeShort(10);
            out.write('a');
        });
        assertThrows(EOFException.class, cut::readUTF);
    }

    @Test
    public void longUtfAcrossBlocks() throws Exception {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3200; i++) {
            text.append((char) random.nextInt(0x3000)).append("ascii in between");
        }
        ObjectInputStream in = afterWriting(out -> {
            out.writeByte(1);
            out.writeUTF(text.toString());
            out.writeUTF("next");
        });
        in.readByte();
        assertThat(in.readUTF(), is(text.toString()));
        assertThat(in.readUTF(), is("next"));
    }

    @Test
    public void boxes() throws Exception {
        Object[] boxes = {true, false, (byte) 1, 'c', (short) -3, 4, -5L, 6.5f, -7.25, Integer.MAX_VALUE,
            Float.NaN, Double.POSITIVE_INFINITY};
        assertArrayEquals(boxes, copy(boxes));
        for (Object box : boxes) {
            assertThat(copy(box), is(box));
        }
    }

    @Test
    @SuppressWarnings({"removal", "deprecation"}) // only so are there two objects with one value
    public void identityOfBoxes() throws Exception {
        Integer box = new Integer(1000);
        Object[] read = copy(new Object[] {box, box, new Integer(1000)});
        assertThat(read[0], sameInstance(read[1]));
        assertThat(read[2] == read[0], is(false));
    }
}

package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.DoubleInt;
import mpi.FloatInt;
import mpi.Int2;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.RecordStruct;
import mpi.Request;
import mpi.ShortInt;
import mpi.Status;
import mpi.Struct;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Datatypes in the spelling of Open MPI: structures and their data, pairs, complex numbers, and sizes in bytes. */
@RunWith(RankRunner.class)
public class OpenMpiDatatypesTest {
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    /** A structure with a gap. */
    private static final class Particle extends Struct {
        private final int kind = addByte();
        private final int place = setOffset(8).addDouble(3);
        private final int partner = addStruct(MPI.int2);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void put(int kindValue, double x, int partnerIndex) {
                putByte(kind, (byte) kindValue);
                putDouble(place, 0, x);
                putDouble(place, 2, -x);
                Int2.Data pair = getData(MPI.int2, partner);
                pair.putValue(1);
                pair.putIndex(partnerIndex);
            }

            String text() {
                Int2.Data pair = getData(MPI.int2, partner);
                return getByte(kind) + " " + getDouble(place, 0) + " " + getDouble(place, 2) + " " + pair.getIndex();
            }
        }
    }

    @Test
    public void structuresTravelAndLeaveTheirGapsAlone() throws MPIException {
        Particle particle = new Particle();
        assertThat(particle.getExtent(), is(40));
        assertThat(particle.getType().getExtent(), is(40));
        assertThat(particle.getType().getSize(), is(1 + 24 + 8));
        for (boolean direct : new boolean[] {true, false}) {
            ByteBuffer out = direct ? MPI.newByteBuffer(80) : ByteBuffer.wrap(new byte[80]);
            ByteBuffer in = direct ? MPI.newByteBuffer(80) : ByteBuffer.wrap(new byte[80]);
            for (int i = 0; i < 80; i++) {
                in.put(i, (byte) 99);
            }
            Particle.Data second = particle.getData(out, 1);
            second.put(rank, 0.5 * rank, 7);
            Status status = MPI.COMM_WORLD.sendRecv(out, 2, particle.getType(), next, 0, in, 2, particle.getType(),
                    previous, 0);
            Particle.Data got = particle.getData(in, 1);
            assertThat(got.text(), is(previous + " " + 0.5 * previous + " " + -0.5 * previous + " 7"));
            assertThat("a gap", in.get(3), is((byte) 99));
            assertThat(status.getCount(particle.getType()), is(2));
            assertThat(status.getElements(particle.getType()), is(2 * 6));
            assertThat(status.getElementsX(particle.getType()).getCount(), is(12L));
        }
        assertThrows(MPIException.class, () -> particle.getData(MPI.newByteBuffer(79), 1));
    }

    private record Place(float x, float y) {}

    private record Body(byte kind, double mass, Place place, short charge) {}

    @Test
    public void recordsTravelAsStructures() throws MPIException {
        RecordStruct<Body> bodies = Struct.of(Body.class);
        assertThat("as C lays it out", bodies.getExtent(), is(32));
        ByteBuffer out = MPI.newByteBuffer(64);
        ByteBuffer in = MPI.newByteBuffer(64);
        bodies.put(out, 1, new Body((byte) 1, rank, new Place(2, rank), (short) -3));
        MPI.COMM_WORLD.sendRecv(out, 2, bodies.getType(), next, 0, in, 2, bodies.getType(), previous, 0);
        assertThat(bodies.get(in, 1), is(new Body((byte) 1, previous, new Place(2, previous), (short) -3)));
        assertThrows(MPIException.class, () -> Struct.of(Record.class));
    }

    @Test
    public void pairsFindTheLeastAndItsPlace() throws MPIException {
        ByteBuffer in = MPI.newByteBuffer(16);
        ByteBuffer out = MPI.newByteBuffer(16);
        DoubleInt.Data pair = MPI.doubleInt.getData(in);
        pair.putValue(10.5 - rank);
        pair.putIndex(rank);
        MPI.COMM_WORLD.allReduce(in, out, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        DoubleInt.Data least = MPI.doubleInt.getData(out);
        assertThat(least.getValue(), is(10.5 - (size - 1)));
        assertThat(least.getIndex(), is(size - 1));
        LongInt.Data longs = MPI.longInt.getData(in);
        longs.putValue(1L << 40);
        longs.putIndex(rank);
        MPI.COMM_WORLD.iAllReduce(in, out, 1, MPI.LONG_INT, MPI.MAXLOC).waitFor();
        LongInt.Data most = MPI.longInt.getData(out);
        assertThat(most.getValue(), is(1L << 40));
        assertThat(most.getIndex(), is(0));
        FloatInt.Data floats = MPI.floatInt.getData(in);
        floats.putValue(rank);
        floats.putIndex(rank);
        MPI.COMM_WORLD.allReduce(in, 1, MPI.FLOAT_INT, MPI.MAXLOC);
        assertThat(floats.getIndex(), is(size - 1));
        ShortInt.Data shorts = MPI.shortInt.getData(in);
        shorts.putValue((short) -rank);
        shorts.putIndex(rank);
        MPI.COMM_WORLD.allReduce(in, 1, MPI.SHORT_INT, MPI.MINLOC);
        assertThat(shorts.getIndex(), is(size - 1));
        IntBuffer ints = MPI.newIntBuffer(2).put(0, 5).put(1, rank);
        MPI.COMM_WORLD.iAllReduce(ints, 1, MPI.INT2, MPI.MINLOC).waitFor();
        assertThat(ints.get(1), is(0));
    }

    @Test
    public void complexNumbers() throws MPIException {
        double[] numbers = new double[4];
        DoubleComplex second = DoubleComplex.get(numbers, 1);
        second.putReal(1);
        second.putImag(rank);
        MPI.COMM_WORLD.allReduce(numbers, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
        assertThat(second.getReal(), is((double) size));
        assertThat(second.getImag(), is(size * (size - 1) / 2.0));
        double[] product = {0, 1};
        MPI.COMM_WORLD.allReduce(product, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        assertThat("the power of i", new double[] {product[0] + 0.0, product[1] + 0.0}, // without -0.0
                is(new double[][] {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[size % 4]));
        assertThat(DoubleComplex.get(DoubleBuffer.wrap(numbers), 1).getBuffer().get(0), is((double) size));
        assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.allReduce(numbers, 2, MPI.DOUBLE_COMPLEX, MPI.MAX));
        MPI.COMM_WORLD.barrier();
    }

    @Test
    public void displacementsInElementsAndInBytes() throws MPIException {
        Datatype[] columns = {Datatype.createVector(3, 1, 4, MPI.INT), Datatype.createHVector(3, 1, 16, MPI.INT),
            Datatype.createIndexed(new int[] {1, 1, 1}, new int[] {0, 4, 8}, MPI.INT),
            Datatype.createHIndexed(new int[] {1, 1, 1}, new int[] {0, 16, 32}, MPI.INT),
            Datatype.createStruct(new int[] {1, 2}, new int[] {0, 16},
                    new Datatype[] {MPI.INT, Datatype.createResized(MPI.INT, 0, 16)})};
        int[] matrix = new int[12];
        Arrays.setAll(matrix, i -> 100 * rank + i);
        for (Datatype column : columns) {
            column.commit();
            int[] in = new int[3];
            MPI.COMM_WORLD.sendRecv(matrix, 1, column, next, 0, in, 3, MPI.INT, previous, 0);
            assertThat(in, is(new int[] {100 * previous, 100 * previous + 4, 100 * previous + 8}));
            assertThat(column.getSize(), is(12));
        }
        Datatype column = columns[0];
        assertThat(column.getExtent(), is(36));
        assertThat(column.getTrueExtent(), is(36));
        assertThat(column.getLb(), is(0));
        Datatype copy = column.dup();
        assertThat(copy.getExtent(), is(36));
        copy.free();
        assertThat(copy.isNull(), is(true));
        assertThat(MPI.INT.getName(), is("MPI_INT"));
    }

    @Test
    public void aStructureOfSeveralTypesAtOddPlaces() throws MPIException {
        Datatype mixed =
                Datatype.createStruct(new int[] {1, 1}, new int[] {1, 4}, new Datatype[] {MPI.BYTE, MPI.DOUBLE});
        ByteBuffer out = MPI.newByteBuffer(1 + mixed.getExtent()).put(1, (byte) rank);
        out.putDouble(4, rank + 0.25);
        ByteBuffer in = MPI.newByteBuffer(1 + mixed.getExtent());
        MPI.COMM_WORLD.sendRecv(out, 1, mixed, next, 0, in, 1, mixed, previous, 0);
        assertThat(in.get(1), is((byte) previous));
        assertThat(in.getDouble(4), is(previous + 0.25));
    }

    @Test
    public void packedStructuresHaveNoGaps() throws MPIException {
        Particle particle = new Particle();
        Datatype pair = Datatype.createContiguous(2, particle.getType());
        assertThat(MPI.COMM_WORLD.packSize(1, pair), is(2 * 33));
        ByteBuffer out = MPI.newByteBuffer(80);
        ByteBuffer in = MPI.newByteBuffer(80);
        for (int i = 0; i < 80; i++) {
            out.put(i, (byte) i);
        }
        byte[] packed = new byte[66];
        assertThat(MPI.COMM_WORLD.pack(out, 1, pair, packed, 0), is(66));
        assertThat(packed[1], is((byte) 8));
        assertThat(MPI.COMM_WORLD.unpack(packed, 0, in, 1, pair), is(66));
        for (int i = 0; i < 80; i++) {
            boolean isGap = i % 40 > 0 && i % 40 < 8;
            assertThat("byte " + i, in.get(i), is(isGap ? 0 : (byte) i));
        }
        // MPI understands what we have packed, and the other way round.
        MPI.COMM_WORLD.sendRecv(packed, 66, MPI.PACKED, next, 0, in, 2, particle.getType(), previous, 0);
        assertThat(in.get(8), is((byte) 8));
        byte[] received = new byte[66];
        MPI.COMM_WORLD.sendRecv(out, 2, particle.getType(), next, 0, received, 66, MPI.PACKED, previous, 0);
        assertThat(received, is(packed));
    }

    @Test
    public void elementsOfAStructureThatIsInPartThere() throws MPIException {
        Particle particle = new Particle();
        ByteBuffer out = MPI.newByteBuffer(80);
        ByteBuffer in = MPI.newByteBuffer(80);
        int[][] elementsByBytes = {{33, 6}, {34, 7}, {33 + 9, 8}, {33 + 29, 11}, {66, 12}, {33 + 10, MPI.UNDEFINED}};
        int rows = MPI.getLibVersion().contains("Open MPI") ? 6 : 5; // MPICH refuses a part of an element
        for (int[] row : Arrays.copyOf(elementsByBytes, rows)) {
            Status status = MPI.COMM_WORLD.sendRecv(out, row[0], MPI.BYTE, next, 0, in, 2, particle.getType(), previous,
                    0);
            assertThat(row[0] + " bytes", status.getElements(particle.getType()), is(row[1]));
            assertThat(status.getCount(particle.getType()), is(row[0] % 33 == 0 ? row[0] / 33 : MPI.UNDEFINED));
        }
    }

    @Test
    public void elementsThatAStatusIsGiven() throws MPIException {
        Status status = MPI.COMM_WORLD.sendRecv(new int[1], 1, MPI.INT, next, 0, new int[1], 1, MPI.INT, previous, 0);
        Datatype particle = new Particle().getType();
        for (int elements = 0; elements <= 12; elements++) {
            status.setElements(particle, elements);
            assertThat(status.getElements(particle), is(elements));
            assertThat(status.getCount(particle), is(elements % 6 == 0 ? elements / 6 : MPI.UNDEFINED));
        }
        status.setElements(MPI.DOUBLE_INT, 3);
        assertThat(status.getElements(MPI.DOUBLE_INT), is(3));
        assertThat(status.getCount(MPI.DOUBLE_INT), is(MPI.UNDEFINED));
    }

    private byte[] passed(byte[] out, int count, Datatype type, int length) throws MPIException {
        byte[] in = new byte[length];
        Arrays.fill(in, (byte) 99);
        MPI.COMM_WORLD.sendRecv(out, count, type, next, 0, in, count, type, previous, 0);
        return in;
    }

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i % 90 + 1);
        }
        return bytes;
    }

    @Test
    public void aStructureOfPartsWithBoundsOfTheirOwnIsPaddedAsInC() throws MPIException {
        Datatype three = Datatype.createContiguous(3, MPI.DOUBLE);
        Datatype type = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 24}, new Datatype[] {three, MPI.INT});
        assertThat(type.getExtent(), is(32));
        assertThat(type.getTrueExtent(), is(28));
        ByteBuffer out = ByteBuffer.wrap(new byte[64]).order(ByteOrder.nativeOrder());
        out.putInt(24, rank).putDouble(32, rank + 0.5).putInt(56, -rank);
        ByteBuffer in = ByteBuffer.wrap(passed(out.array(), 2, type, 60)).order(ByteOrder.nativeOrder());
        assertThat(in.getInt(24), is(previous));
        assertThat(in.getDouble(32), is(previous + 0.5));
        assertThat(in.getInt(56), is(-previous));
        assertThat("the padding", in.get(28), is((byte) 99));
        Datatype far = Datatype.createStruct(new int[] {4, 1}, new int[] {0, 97}, new Datatype[] {MPI.INT, MPI.BYTE});
        assertThat(far.getExtent(), is(100));
    }

    @Test
    public void aReceiveStaysWithinItsBuffer() throws MPIException {
        Datatype four = Datatype.createContiguous(4, MPI.INT);
        for (int length : new int[] {4000, 1_000_000}) {
            Datatype type = Datatype.createStruct(
                    new int[] {1, length}, new int[] {0, 5000}, new Datatype[] {four, MPI.BYTE});
            byte[] out = counting(5000 + length);
            byte[] in = passed(out, 1, type, 5000 + length);
            for (int i = 0; i < in.length; i++) {
                assertThat("byte " + i, in[i], is(i < 16 || i >= 5000 ? out[i] : 99));
            }
            assertThrows(MPIException.class,
                    () -> MPI.COMM_WORLD.recv(new byte[4999 + length], 1, type, MPI.ANY_SOURCE, 0));
        }
        MPI.COMM_WORLD.barrier();
    }

    @Test
    public void boundsThatAreSetMoveTheCopiesAndNotTheMembers() throws MPIException {
        Datatype type = Datatype.createStruct(new int[] {4, 1}, new int[] {0, 16}, new Datatype[] {MPI.INT, MPI.BYTE});
        assertThat(type.getExtent(), is(20));
        byte[] out = counting(80);
        for (int extent : new int[] {20, 17, 24, 33, -20}) {
            Datatype resized = Datatype.createResized(type, 0, extent);
            assertThat(resized.getExtent(), is(extent));
            assertThat(resized.getTrueExtent(), is(17));
            byte[] packed = new byte[34];
            ByteBuffer from = MPI.slice(out, extent < 0 ? 20 : 0);
            assertThat(MPI.COMM_WORLD.pack(from, 2, resized, packed, 0), is(34));
            for (int i = 0; i < 17; i++) {
                assertThat(packed[i], is(from.get(i)));
                assertThat(packed[17 + i], is(out[from.arrayOffset() + extent + i]));
            }
        }
        Datatype odd = Datatype.createResized(MPI.INT, 0, 6);
        assertThat(odd.getExtent(), is(6));
        byte[] in = passed(out, 2, odd, 10);
        assertThat(in[6], is(out[6]));
        assertThat(in[4], is((byte) 99));
    }

    @Test
    public void marksOfBoundsArePackedAndSentAsNothing() throws MPIException {
        Datatype type = Datatype.createStruct(new int[] {1, 1, 2, 1, 1}, new int[] {-4, 0, 4, 12, 40},
                new Datatype[] {MPI.LB, MPI.INT, MPI.SHORT, MPI.BYTE, MPI.UB});
        assertThat(type.getLb(), is(-4));
        assertThat(type.getExtent(), is(44));
        assertThat(type.getTrueLb(), is(0));
        assertThat(type.getTrueExtent(), is(13));
        byte[] out = counting(57);
        byte[] packed = new byte[18];
        assertThat(MPI.COMM_WORLD.pack(out, 2, type, packed, 0), is(18));
        byte[] in = new byte[57];
        assertThat(MPI.COMM_WORLD.unpack(packed, 0, in, 2, type), is(18));
        byte[] got = passed(out, 2, type, 57);
        for (int i = 0; i < 57; i++) {
            boolean isSent = i % 44 < 8 || i % 44 == 12;
            assertThat("byte " + i, in[i], is(isSent ? out[i] : 0));
            assertThat("byte " + i, got[i], is(isSent ? out[i] : 99));
        }
        Datatype onlyLower = Datatype.createStruct(new int[] {1, 1, 1}, new int[] {-8, 0, 4},
                new Datatype[] {MPI.LB, MPI.INT, MPI.BYTE});
        assertThat(onlyLower.getLb(), is(-8));
        assertThat("a multiple of the alignment", onlyLower.getExtent(), is(16));
    }

    @Test
    public void overlapsAndNegativeStridesAreSentInTheirOrder() throws MPIException {
        Datatype pair = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 2}, new Datatype[] {MPI.INT, MPI.SHORT});
        Datatype back = Datatype.createHVector(3, 1, -5, pair);
        byte[] out = counting(30);
        byte[] packed = new byte[18];
        MPI.COMM_WORLD.pack(MPI.slice(out, 12), 1, back, packed, 0);
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 6; i++) {
                assertThat(packed[6 * k + i], is(out[12 - 5 * k + (i < 4 ? i : i - 2)]));
            }
        }
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.pack(MPI.slice(out, 9), 1, back, packed, 0));
    }

    @Test
    public void theGapsOfPairsAreLeftAlone() throws MPIException {
        assertThat(MPI.DOUBLE_INT.getTrueExtent(), is(12));
        Datatype reversed = Datatype.createHIndexed(new int[] {1, 1}, new int[] {12, 0}, MPI.DOUBLE_INT);
        byte[] out = counting(24);
        assertThat(passed(out, 1, reversed, 24), is(out));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(new byte[23], 1, reversed, next, 0));
    }

    @Test
    public void aStructHasTheExtentOfItsDatatype() throws MPIException {
        Struct numbers = new Struct() {
            private final int number = addDouble();
            private final int place = addInt();

            @Override
            protected Data newData() {
                return new Data() {
                    @Override
                    public String toString() {
                        return getDouble(number) + " " + getInt(place);
                    }
                };
            }
        };
        assertThat(numbers.getExtent(), is(16));
        assertThat(numbers.getType().getExtent(), is(16));
        ByteBuffer bytes = ByteBuffer.allocate(28).order(ByteOrder.nativeOrder()).putDouble(16, 2.5).putInt(24, 7);
        assertThat(numbers.getData(bytes, 1).toString(), is("2.5 7"));
    }

    @Test
    public void structuresWithoutBytesTakeAndSendNothing() throws MPIException {
        Struct noFields = new Struct() {
            @Override
            protected Data newData() {
                throw new AssertionError("nobody asks for data");
            }
        };
        int[] none = {0, 0};
        Datatype[] types = {
            noFields.getType(),
            Datatype.createStruct(new int[0], new int[0], new Datatype[0]),
            Datatype.createStruct(none, none, new Datatype[] {MPI.INT, MPI.DOUBLE}),
            Datatype.createContiguous(3, noFields.getType())
        };
        for (Datatype type : types) {
            assertThat(type.getSize(), is(0));
            assertThat(type.getExtent(), is(0));
            byte[] kept = {7};
            Status status = MPI.COMM_WORLD.sendRecv(new byte[0], 2, type, next, 0, kept, 2, type, previous, 0);
            assertThat(status.getCount(type), is(0));
            assertThat(status.getElements(type), is(0));
            assertThat(kept[0], is((byte) 7));
            status.setElements(type, 0);
            MPI.COMM_WORLD.bcast(kept, 1, type, 0);
            assertThrows(MPIException.class, // truncated, where it arrives
                    () -> MPI.COMM_WORLD.sendRecv(new byte[3], 3, MPI.BYTE, rank, 1, new byte[1], 1, type, rank, 1));
        }
    }

    @Test
    public void membersInOnePlace() throws MPIException {
        Datatype none = Datatype.createResized(MPI.INT, 0, 0);
        Datatype type = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 0}, new Datatype[] {none, MPI.BYTE});
        byte[] got = new byte[8];
        MPI.COMM_WORLD.sendRecv(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, type, next, 0, got, 1, type, previous, 0);
        assertThat(got[0], is((byte) 1));
    }

    @Test
    public void columnsOfADirectBufferArriveTogether() throws MPIException {
        int rows = 1000;
        Datatype column = Datatype.createVector(rows, 1, 3, MPI.INT);
        IntBuffer matrix = MPI.newIntBuffer(3 * rows);
        IntBuffer sent = MPI.newIntBuffer(rows);
        for (int i = 0; i < rows; i++) {
            sent.put(i, i + rank);
        }
        Request[] requests = new Request[6];
        for (int c = 0; c < 3; c++) {
            requests[c] = MPI.COMM_WORLD.iRecv(MPI.slice(matrix, c), 1, column, previous, c);
            requests[3 + c] = MPI.COMM_WORLD.iSend(sent, rows, MPI.INT, next, c);
        }
        Request.waitAll(requests);
        for (int i = 0; i < 3 * rows; i++) {
            assertThat(matrix.get(i), is(i / 3 + previous));
        }
    }

    @Test
    public void bytesOfDirectMemoryOfAnyType() throws MPIException {
        IntBuffer out = MPI.newIntBuffer(2).put(0, rank).put(1, 7);
        DoubleBuffer in = MPI.newDoubleBuffer(1);
        Status status = MPI.COMM_WORLD.sendRecv(out, 8, MPI.BYTE, next, 0, in, 8, MPI.BYTE, previous, 0);
        assertThat(status.getCount(MPI.BYTE), is(8));
        long bits = Double.doubleToRawLongBits(in.get(0));
        assertThat(bits, is(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? previous | 7L << 32
                : (long) previous << 32 | 7));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(out, 9, MPI.BYTE, next, 0));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(new int[2], 9, MPI.BYTE, next, 0));
    }

    @Test
    public void aDatatypeThatWasFreedIsNone() throws MPIException {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.free();
        for (Datatype none : new Datatype[] {type, MPI.DATATYPE_NULL}) {
            assertThat(none.isNull(), is(true));
            MPIException e = assertThrows(MPIException.class,
                    () -> MPI.COMM_WORLD.send(new int[2], 1, none, next, 0));
            assertThat(e.getErrorClass(), is(MPI.ERR_TYPE));
        }
        MPIException e = assertThrows(MPIException.class, MPI.INT::free);
        assertThat(e.getErrorClass(), is(MPI.ERR_TYPE));
        MPI.INT.dup().free();
    }

    @Test
    public void attributesOfDatatypes() throws MPIException {
        int key = Datatype.createKeyval();
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.setAttr(key, "value");
        assertThat(type.dup().getAttr(key), is("value"));
        type.deleteAttr(key);
        assertThat(type.getAttr(key), is(nullValue()));
        Datatype.freeKeyval(key);
        assertThrows(MPIException.class, () -> type.setAttr(key, 1));
    }
}

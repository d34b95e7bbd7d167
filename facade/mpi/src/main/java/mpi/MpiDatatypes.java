package mpi;

import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;

/** The basic datatypes, and views of pairs. {@link MPI} inherits them. */
public class MpiDatatypes extends MpiNumbers {
    /** One {@code byte}; MPI_SIGNED_CHAR in C, 1 byte. */
    public static Datatype BYTE = new Datatype("MPI.BYTE", Element.BYTE, 1);
    /** One {@code char}; MPI_UNSIGNED_SHORT in C, 2 bytes. */
    public static Datatype CHAR = new Datatype("MPI.CHAR", Element.CHAR, 1);
    /** One {@code short}; MPI_SHORT in C, 2 bytes. */
    public static Datatype SHORT = new Datatype("MPI.SHORT", Element.SHORT, 1);
    /** One {@code boolean}; MPI_C_BOOL in C, 1 byte. */
    public static Datatype BOOLEAN = new Datatype("MPI.BOOLEAN", Element.BOOLEAN, 1);
    /** One {@code int}; MPI_INT in C, 4 bytes. */
    public static Datatype INT = new Datatype("MPI.INT", Element.INT, 1);
    /** One {@code long}; MPI_LONG in C, 8 bytes. */
    public static Datatype LONG = new Datatype("MPI.LONG", Element.LONG, 1);
    /** One {@code float}; MPI_FLOAT in C, 4 bytes. */
    public static Datatype FLOAT = new Datatype("MPI.FLOAT", Element.FLOAT, 1);
    /** One {@code double}; MPI_DOUBLE in C, 8 bytes. */
    public static Datatype DOUBLE = new Datatype("MPI.DOUBLE", Element.DOUBLE, 1);
    /** A datatype without elements, for any buffer. */
    public static Datatype NULL = new Datatype("MPI.NULL", Element.BYTE, 0);
    /** Bytes that {@link Comm#Pack} has packed. */
    public static Datatype PACKED = new Datatype(Layout.packed("MPI.PACKED"));
    /** Marks the lower bound in {@link Datatype#Struct}. */
    public static Datatype LB = new Datatype(Layout.lowerBound("MPI.LB"));
    /** Marks the upper bound in {@link Datatype#Struct}. */
    public static Datatype UB = new Datatype(Layout.upperBound("MPI.UB"));
    /** Any serializable object. */
    public static Datatype OBJECT = new Datatype(Layout.objects("MPI.OBJECT"));
    /** Two {@code shorts}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype SHORT2 = new Datatype("MPI.SHORT2", Element.SHORT, 2);
    /** Two {@code ints}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype INT2 = new Datatype("MPI.INT2", Element.INT, 2);
    /** Two {@code longs}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype LONG2 = new Datatype("MPI.LONG2", Element.LONG, 2);
    /** Two {@code floats}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype FLOAT2 = new Datatype("MPI.FLOAT2", Element.FLOAT, 2);
    /** Two {@code doubles}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype DOUBLE2 = new Datatype("MPI.DOUBLE2", Element.DOUBLE, 2);

    /** No datatype. */
    public static final Datatype DATATYPE_NULL = new Datatype(Layout.of("MPI.DATATYPE_NULL", Element.BYTE, 0));
    /** Two {@code floats}: a complex number; MPI_C_FLOAT_COMPLEX in C. */
    public static final Datatype FLOAT_COMPLEX =
            new Datatype(Layout.grouped("MPI.FLOAT_COMPLEX", Element.FLOAT, 2, "MPI_C_FLOAT_COMPLEX", 1));
    /** Two {@code doubles}: a complex number; MPI_C_DOUBLE_COMPLEX in C. */
    public static final Datatype DOUBLE_COMPLEX =
            new Datatype(Layout.grouped("MPI.DOUBLE_COMPLEX", Element.DOUBLE, 2, "MPI_C_DOUBLE_COMPLEX", 1));
    /** A value and an index, in 8 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype SHORT_INT = new Datatype(Layout.pair("MPI.SHORT_INT", "MPI_SHORT_INT", Element.SHORT));
    /** A value and an index, in 16 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype LONG_INT = new Datatype(Layout.pair("MPI.LONG_INT", "MPI_LONG_INT", Element.LONG));
    /** A value and an index, in 8 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype FLOAT_INT = new Datatype(Layout.pair("MPI.FLOAT_INT", "MPI_FLOAT_INT", Element.FLOAT));
    /** A value and an index, in 16 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype DOUBLE_INT =
            new Datatype(Layout.pair("MPI.DOUBLE_INT", "MPI_DOUBLE_INT", Element.DOUBLE));
    /** Views of pairs. */
    public static final Int2 int2 = new Int2();
    /** Views of pairs. */
    public static final ShortInt shortInt = new ShortInt();
    /** Views of pairs. */
    public static final LongInt longInt = new LongInt();
    /** Views of pairs. */
    public static final FloatInt floatInt = new FloatInt();
    /** Views of pairs. */
    public static final DoubleInt doubleInt = new DoubleInt();

    MpiDatatypes() {}
}

package org.rmi4mpi.wire;

/**
 * Serialized objects. A stream is a sequence of chunks, a message is the content of one; numbers are in the byte order
 * of the machine, and of fixed width.
 *
 * <pre>
 * chunk       | length: int | content |
 *
 * content     a sequence of
 *   reference   what follows
 *   block       | BLOCK | length: int | bytes written by a hook, or at the top level |
 *   RESET       the tables of objects and classes start anew
 *   EXCEPTION   | EXCEPTION | reference | the writer gave up with this exception
 *
 * reference
 *   | NULL |
 *   | ~handle |                                             an object that came before; negative
 *   | STRING | length: int | a byte for each char |
 *   | WIDE_STRING | length: int | two bytes for each char |
 *   | CLASS | class |                                       a Class
 *   | DESCRIPTION | class |                                 an ObjectStreamClass
 *   | class | data |                                        an object of the class
 *   | LATER | class |                                       an object whose data comes in time, since it is nested deeply
 *   | LATER | class | length: int |                         such an array of objects
 *   | LATER_ONES | data of each | END | reference |         all such objects so far, and those that come up meanwhile,
 *                                                           in the order of their handles; of arrays without the length
 *
 * class
 *   | NULL |                                                in place of a superclass
 *   | FIRST_CLASS + id |                                    one that came before
 *   | DEFINE | id: int | description | annotation | END | superclass: class |
 *                                           of an enum with | count: int | names: references | before the superclass
 *   | DEFINE_PROXY | id: int | count: int | names | annotation | END | superclass: class |
 *
 * data
 *   array of a primitive type   | length: int | elements |, or | ~length: int | where the elements travel apart
 *   array of objects            | length: int | references |
 *   enum constant               | ordinal: int |
 *   with a codec                | value |, or | count: int | references |, of a map keys and values in turn
 *   Externalizable              | blocks, references | END |
 *   record                      | fields |
 *   other                       for each class, superclasses first: | fields |,
 *                               or, where it has a writeObject method, | blocks, references, FIELDS + fields | END |
 *
 * fields      | primitive fields | references |, in the order of the description
 * </pre>
 *
 * Every code is an int. Objects are numbered in the order in which they begin; the number is their handle.
 */
public final class ObjectCodes {
    public static final short MAGIC = (short) 0xACC0;
    public static final short VERSION = 1;

    public static final int NULL = 0;
    public static final int STRING = 1;
    public static final int WIDE_STRING = 2;
    public static final int CLASS = 3;
    public static final int DESCRIPTION = 4;
    public static final int DEFINE = 5;
    public static final int DEFINE_PROXY = 6;
    public static final int BLOCK = 7;
    public static final int END = 8;
    public static final int FIELDS = 9;
    public static final int RESET = 10;
    public static final int EXCEPTION = 11;
    public static final int LATER = 12;
    public static final int LATER_ONES = 13;
    public static final int FIRST_CLASS = 16;

    /** Flags of a description. */
    public static final int SERIALIZABLE = 1;
    public static final int EXTERNALIZABLE = 2;
    public static final int WRITE_METHOD = 4;
    public static final int ENUM = 8;
    public static final int CODEC = 16;

    private ObjectCodes() {}
}

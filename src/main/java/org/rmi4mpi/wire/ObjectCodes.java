package org.rmi4mpi.wire;

/**
 * Serialized objects. A stream is a sequence of chunks. A message is the content of one chunk. Numbers have a fixed
 * width and the native byte order.
 *
 * <pre>
 * chunk       | length: int | content |
 *
 * content     a sequence of
 *   reference   an object, as below
 *   block       | BLOCK | length: int | bytes written by a hook, or at the top level |
 *   RESET       clears the tables of objects and classes
 *   EXCEPTION   | EXCEPTION | reference | the writer failed with this exception
 *
 * reference
 *   | NULL |
 *   | ~handle |                                             an earlier object; negative
 *   | STRING | length: int | one byte per char |
 *   | WIDE_STRING | length: int | two bytes per char |
 *   | CLASS | class |                                       a Class
 *   | DESCRIPTION | class |                                 an ObjectStreamClass
 *   | class | data |                                        an object of the class
 *   | LATER | class |                                       a deeply nested object; its data follows later
 *   | LATER | class | length: int |                         a deeply nested array of objects
 *   | LATER_ONES | data of each | END | reference |         data of all LATER objects, including those met meanwhile,
 *                                                           in the order of their handles; arrays omit the length
 *
 * class
 *   | NULL |                                                no superclass
 *   | FIRST_CLASS + id |                                    an earlier class
 *   | DEFINE | id: int | description | annotation | END | superclass: class |
 *                                           an enum has | count: int | names: references | before the superclass
 *   | DEFINE_PROXY | id: int | count: int | names | annotation | END | superclass: class |
 *
 * data
 *   array of a primitive type   | length: int | elements |, or | ~length: int | if the elements travel beside the frame
 *   array of objects            | length: int | references |
 *   enum constant               | ordinal: int |
 *   with a codec                | value |, or | count: int | references |; a map alternates keys and values
 *   Externalizable              | blocks, references | END |
 *   record                      | fields |
 *   other                       per class, superclasses first: | fields |,
 *                               or, if it has a writeObject method, | blocks, references, FIELDS + fields | END |
 *
 * fields      | primitive fields | references |, in the order of the description
 * </pre>
 *
 * Every code is an int. Objects are numbered in the order in which they begin. The number is the object's handle.
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

    /** Flags of a class description. */
    public static final int SERIALIZABLE = 1;
    public static final int EXTERNALIZABLE = 2;
    public static final int WRITE_METHOD = 4;
    public static final int ENUM = 8;
    public static final int CODEC = 16;

    private ObjectCodes() {}
}

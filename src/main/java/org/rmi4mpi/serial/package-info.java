/**
 * Serialization: objects to bytes and back. Each message is independent of earlier ones: its table of objects starts
 * empty, and object identity is kept within the message.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.serial.ClassPlan}: how a class is written and read. It creates instances, without a
 *       constructor of their class.
 *   <li>{@link org.rmi4mpi.serial.FieldCopier}: writes and reads the fields of a class.
 *       {@link org.rmi4mpi.serial.InterpretedCopier} does so at first, and {@link org.rmi4mpi.serial.CopierGenerator}
 *       generates a faster one. A {@link org.rmi4mpi.serial.Codec} takes its place for some classes of the JDK.
 *   <li>{@link org.rmi4mpi.serial.ArrayCopyOutputStream}: writes references, and extends the classes that write fields,
 *       class descriptions and bytes.
 *   <li>{@link org.rmi4mpi.serial.ObjectReader}: reads an object by its code, calls its readResolve, and has a reader for
 *       each part of the format.
 *   <li>{@link org.rmi4mpi.serial.SentClasses}, {@link org.rmi4mpi.serial.LearnedClasses}: the classes that a peer knows,
 *       so that they are not described again.
 * </ul>
 *
 * <p>The layers above use {@link org.rmi4mpi.serial.Serializer} and {@link org.rmi4mpi.serial.StandaloneStreams}.
 * Programs see {@link org.rmi4mpi.serial.ArrayCopyOutputStream} and {@link org.rmi4mpi.serial.ArrayCopyInputStream}.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Writing</th></tr>
 *   <tr><td>{@link ArrayCopyOutputStream}, {@code FieldOutputStream}, {@code ClassOutputStream},
 *       {@code BlockOutputStream}</td><td>the layers of the writer: references, fields and hooks, classes,
 *       and at the bottom values, strings and arrays</td></tr>
 *   <tr><td>{@code ElementWriter}, {@code DeepGraphWriter}</td><td>writes arrays and maps; defers deep objects</td></tr>
 *   <tr><td>{@code AbortWriter}</td><td>ends a call of writeObject that has failed</td></tr>
 *   <tr><td>{@code Replacements}</td><td>finds the objects that writeReplace and replaceObject put in place of
 *       others</td></tr>
 *   <tr><td>{@code PutFieldValues}</td><td>field values by name (putFields)</td></tr>
 *   <tr><td>{@code HandleTable}</td><td>the objects of a message by identity</td></tr>
 *   <tr><th colspan="2">Reading</th></tr>
 *   <tr><td>{@link ArrayCopyInputStream}, {@code ObjectCalls}</td><td>the face of the reader; the calls of
 *       readObject</td></tr>
 *   <tr><td>{@code InputBytes}, {@code MessageBytes}, {@code ChunkBytes}</td><td>codes, strings and arrays; out of a
 *       message; out of a stream</td></tr>
 *   <tr><td>{@code BlockReader}</td><td>primitive values that a program has written</td></tr>
 *   <tr><td>{@code HookReader}, {@code HookFrame}</td><td>the data of an object class by class: readObject,
 *       readExternal, default fields; the hook method that runs</td></tr>
 *   <tr><td>{@code FieldReader}, {@code RecordReader}, {@code ArrayReader}</td><td>fields of another version of a
 *       class; records; arrays</td></tr>
 *   <tr><td>{@code DeepGraphReader}</td><td>deep objects</td></tr>
 *   <tr><td>{@code GetFieldValues}</td><td>field values by name (readFields)</td></tr>
 *   <tr><td>{@code ReadHandles}, {@code MissingClasses}</td><td>objects by handle; those whose class is
 *       missing</td></tr>
 *   <tr><td>{@code Validations}</td><td>what registerValidation has registered</td></tr>
 *   <tr><td>{@code FilterCheck}, {@code FilterFacts}, {@code JdkBytes}, {@code FiltersOfProcess}</td><td>asks the filter of the stream;
 *       what a filter is told; whether the process has filters</td></tr>
 *   <tr><th colspan="2">Classes of a stream</th></tr>
 *   <tr><td>{@code ClassFinder}, {@code DescriptionReader}</td><td>finds classes by number or description; reads
 *       descriptions</td></tr>
 *   <tr><td>{@code StreamClass}</td><td>a class as its writer has it, compared with the local one</td></tr>
 *   <tr><td>{@code StreamDescriptions}</td><td>makes the ObjectStreamClass that hook methods take</td></tr>
 *   <tr><td>{@code CallerClasses}, {@code CallerLoader}</td><td>resolves classes by the loader of the nearest caller;
 *       finds that loader</td></tr>
 *   <tr><th colspan="2">Fields</th></tr>
 *   <tr><td>{@code FieldAccess}</td><td>accesses one field</td></tr>
 *   <tr><td>{@code CopierMember}</td><td>a field in generated code</td></tr>
 *   <tr><td>{@code PrivateLookup}</td><td>defines hidden classes beside a class</td></tr>
 *   <tr><th colspan="2">Streams of a message</th></tr>
 *   <tr><td>{@link Serializer}</td><td>creates the streams to a peer, which knows classes from earlier
 *       messages</td></tr>
 *   <tr><td>{@link StandaloneStreams}</td><td>creates streams that stand alone</td></tr>
 *   <tr><td>{@link StreamCache}</td><td>the streams that a thread keeps</td></tr>
 *   <tr><td>{@link MessageContext}</td><td>by which an object learns which message it is written to or read
 *       from</td></tr>
 *   <tr><th colspan="2">Bytes</th></tr>
 *   <tr><td>{@code Bytes}, {@link Primitive}, {@code RawCopy}</td><td>numbers in arrays; primitive types; copies of
 *       memory</td></tr>
 *   <tr><td>{@code ModifiedUtf}, {@code StringCoder}</td><td>writeUTF; whether a string has chars above 255</td></tr>
 *   <tr><td>{@code TheUnsafe}</td><td>the instance of Unsafe</td></tr>
 * </table>
 */
package org.rmi4mpi.serial;

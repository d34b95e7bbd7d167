package org.rmi4mpi.peer;

import java.io.Serializable;
import java.util.Map;

/**
 * An object of any class of the wire, for methods that declare this type: its class may be one that this rank lacks.
 *
 * @param className as {@link Class#getName} has it
 * @param fields by their names
 */
public record PeerObject(String className, Map<String, Object> fields) implements Serializable {}

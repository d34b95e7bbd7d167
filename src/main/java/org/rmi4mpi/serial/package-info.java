/**
 * Objects into bytes and back. Each message is independent of those before it: its table of objects
 * starts empty, and identity is kept within it.
 *
 * <p>{@link org.rmi4mpi.serial.Serializer} is what the layers above know.
 */
package org.rmi4mpi.serial;

/** Tests of single classes of the registries of {@code --rmi}, whose package they share. */
package org.rmi4mpi.rmi;

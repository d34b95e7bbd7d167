package org.rmi4mpi.tests.runner; class TestRun { public static void main(String[] a) {} }

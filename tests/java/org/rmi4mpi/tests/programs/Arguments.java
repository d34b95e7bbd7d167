package org.rmi4mpi.tests.programs;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Prints its arguments, as hexadecimal digits. */
public final class Arguments {
    private Arguments() {}

    public static void main(String[] args) {
        for (String argument : args) {
            System.out.println(HexFormat.of().formatHex(argument.getBytes(StandardCharsets.UTF_8)));
        }
    }
}

package org.rmi4mpi.bench.serial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.rmi4mpi.tests.serial.MediaContent;
import org.rmi4mpi.tests.serial.Models;
import org.rmi4mpi.tests.serial.Models.Colour;
import org.rmi4mpi.tests.serial.Models.Failure;
import org.rmi4mpi.tests.serial.Models.Ints32;
import org.rmi4mpi.tests.serial.Models.Ints4;
import org.rmi4mpi.tests.serial.Models.Item;
import org.rmi4mpi.tests.serial.Models.Point;
import org.rmi4mpi.tests.serial.Models.Tree;

/** The objects that are written: the graphs of {@link Models}, one for each row of the table. */
final class Rows {
    /** All classes in the rows, for contenders that require registration. */
    static final List<Class<?>> CLASSES = List.of(Ints32.class, Ints4.class, Tree.class, Item.class, Point.class,
            Colour.class, MediaContent.class, MediaContent.Media.class, MediaContent.Image.class,
            MediaContent.Player.class, MediaContent.Size.class, Failure.class, IllegalStateException.class,
            ArrayList.class, HashMap.class, byte[].class,
            int[].class, float[].class, double[].class, double[][].class);

    /** Some of each kind. */
    static final String QUICK = "int32,int4null2,tree15,byte[200],float[50],float[5000],double[32768],list100,map100,"
            + "record,exception,media";

    private Rows() {}

    /** @param picked texts with commas between them; a row is picked if its name contains one of them; "" for all */
    static List<String> names(String picked) {
        return Models.names().stream()
                .filter(row -> Arrays.stream(picked.split(",")).anyMatch(row::contains))
                .toList();
    }
}

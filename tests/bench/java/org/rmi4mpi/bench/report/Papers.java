package org.rmi4mpi.bench.report;

import java.util.List;

/** The numbers that the papers published, beside the rows of ours that measure the same. Stateless. */
final class Papers {
    /**
     * A table of a paper.
     *
     * @param title what it is
     * @param source paper, and number of the table
     * @param machine what it was measured on
     * @param unit of the numbers
     * @param systems names of the columns
     */
    record Table(String title, String source, String machine, String unit, List<String> systems, List<Line> lines) {}

    /**
     * A line of a table.
     *
     * @param row name of our row
     * @param scale what our numbers are multiplied with, to be in the table's unit
     * @param values of the systems; an empty text for none
     */
    record Line(String name, String row, double scale, List<String> values) {}

    private static final String KARMI = "Nester, Philippsen and Haumacher, Effizientes RMI für Java, ";
    private static final String EVALUATION =
            "the evaluation of RMI, KaRMI, Manta and JPVM by Ansaloni and Loques, ";

    private Papers() {}

    private static Line line(String name, String row, double scale, String values) {
        return new Line(name, row, scale, List.of(values.split(" ")));
    }

    static List<Table> tables() {
        return List.of(karmi(), primitives(), objects(), sor(), manta(), buckets());
    }

    private static Table karmi() {
        return new Table("KaRMI and UKA serialization", KARMI + "1999, table 3",
                "PC: two Pentium II of 350 MHz on Ethernet; DEC: Alphas of 500 MHz on Fast Ethernet or ParaStation",
                "us",
                List.of("PC: RMI", "KaRMI", "UKA + KaRMI", "DEC: RMI", "UKA + KaRMI", "on ParaStation"),
                List.of(line("void ping()", "void ping()", 1, "745 385 360 1451 511 117"),
                        line("void ping(2 int)", "void ping(int int)", 1, "731 619 398 1473 793 194"),
                        line("obj ping(32 int)", "Object ping(int32)", 1, "2287 1935 674 7633 1232 328"),
                        line("obj ping(4 int, 2 null)", "Object ping(int4null2)", 1, "1456 1104 464 4312 1123 279"),
                        line("obj ping(tree(15))", "Object ping(tree15)", 1, "3108 2708 1311 14713 2485 1338"),
                        line("obj ping(float[50])", "Object ping(float[50])", 1, "1462 1095 859 2649 1264 483"),
                        line("obj ping(float[5000])", "Object ping(float[5000])", 1,
                                "37113 37123 37203 16954 12590 8664"),
                        line("paraffins, 2 processes (another size)", "Paraffins", 1000,
                                "19013 18350 7121 56870 15580 19600")));
    }

    private static Table primitives() {
        List<String> types = List.of("byte", "char", "int", "float", "double");
        List<String> values = List.of("576 184 60 1691", "579 184 61 1774", "579 183 61 1765", "583 186 60 1789",
                "592 189 61 1809");
        List<Line> lines = new java.util.ArrayList<>();
        lines.add(line("void", "void ping()", 1, "528 177 57 588"));
        for (int i = 0; i < types.size(); i++) {
            lines.add(line(types.get(i), "void ping(" + types.get(i) + ")", 1, values.get(i)));
        }
        return new Table("Primitive arguments", EVALUATION + "table 1", "", "us",
                List.of("RMI", "KaRMI", "Manta", "JPVM"), lines);
    }

    private static Table objects() {
        return new Table("Objects as arguments", EVALUATION + "table 2", "", "us",
                List.of("RMI", "KaRMI", "with uka.transport", "Manta", "JPVM"),
                List.of(new Line("empty String", "void ping(\"\")", 1, List.of("648", "313", "", "75", "1765")),
                        new Line("32 int", "void ping(int32)", 1, List.of("1181", "745", "291", "86", ""))));
    }

    private static Table sor() {
        return new Table("Successive over-relaxation, an iteration on two hosts", EVALUATION + "table 3", "", "ms",
                List.of("RMI", "KaRMI", "Manta", "JPVM"),
                List.of(line("64 x 64", "SOR 64 x 64, 100 iterations", 0.01, "15 15 5 12"),
                        line("256 x 256", "SOR 256 x 256, 100 iterations", 0.01, "283 291 100 116"),
                        line("1024 x 1024", "SOR 1024 x 1024, 50 iterations", 0.02, "4770 4922 1704 2517")));
    }

    private static Table manta() {
        return new Table("Manta", "Kumar and Yadav, Java Remote Method Invocation, sections I and V",
                "Pentium Pro of 200 MHz", "us",
                List.of("JDK 1.1.4, Fast Ethernet", "Manta, Fast Ethernet", "JDK 1.1.4, Myrinet", "Manta, Myrinet",
                        "Panda RPC in C, Myrinet"),
                List.of(line("null RMI", "void ping()", 1, "1711 233 1228 34 30")));
    }

    private static Table buckets() {
        int[] with = {20028, 10065, 5047, 2543, 1312, 691, 390, 221, 161, 100, 80, 70, 70, 70, 61, 60};
        List<Line> lines = new java.util.ArrayList<>();
        for (int i = 0; i < with.length; i++) {
            int bucket = 1 << i;
            lines.add(line(String.format(java.util.Locale.ROOT, "%,d", bucket), "void ping(String[" + bucket + "])",
                    32768.0 / bucket / 1000, "" + with[i]));
        }
        return new Table("32,768 strings, in calls of so many",
                "Mathew and Roulo, Accelerate your RMI programming, table 1", "", "ms", List.of("RMI, in buckets"),
                lines);
    }
}

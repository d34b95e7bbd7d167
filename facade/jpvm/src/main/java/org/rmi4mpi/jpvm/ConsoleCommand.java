package org.rmi4mpi.jpvm;

import java.util.Locale;

/** The commands of the console. Its terminal completes them, and docs/jpvm.md shows the help. */
public enum ConsoleCommand {
    CONF("", "the hosts of the virtual machine, a rank each"),
    SPAWN("[-N] [-PLACE] CLASS [ARGUMENTS]",
            "starts N tasks, or one: anywhere, or on a host, on rank2, or on this one (-.)"),
    PS("[RANK]", "the tasks of all ranks, or of one"),
    KILL("PORT...", "ends tasks"),
    HELP("", "this text"),
    QUIT("", "leaves the console; the job ends when its tasks have ended"),
    HALT("", "ends the job with all its tasks");

    private static final int COLUMN = 26;

    private final String arguments;
    private final String effect;

    ConsoleCommand(String arguments, String effect) {
        this.arguments = arguments;
        this.effect = effect;
    }

    /** The command that a line begins with; null if there is none. */
    public static ConsoleCommand of(String line) {
        String word = line.strip().split("\\s+", 2)[0];
        for (ConsoleCommand command : values()) {
            if (command.word().equals(word)) {
                return command;
            }
        }
        return switch (word) {
            case "exit" -> QUIT;
            case "?" -> HELP;
            default -> null;
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String usage() {
        return arguments.isEmpty() ? word() : word() + " " + arguments;
    }

    /** Whether the console ends after it. */
    public boolean isLast() {
        return this == QUIT || this == HALT;
    }

    /** All commands, with their arguments and what they do. */
    public static String help() {
        StringBuilder text = new StringBuilder();
        for (ConsoleCommand command : values()) {
            String usage = command.usage();
            boolean fits = usage.length() < COLUMN;
            text.append(usage).append(fits ? " ".repeat(COLUMN - usage.length()) : "\n" + " ".repeat(COLUMN))
                    .append(command.effect).append('\n');
        }
        return text + "#" + " ".repeat(COLUMN - 1) + "begins a comment\n";
    }
}

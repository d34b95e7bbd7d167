# Turns the text of 'rmi4mpirun --help' into a man page, or into completions of a shell. So each option is described once.
#
#   rmi4mpirun --help | awk -f packaging/manual.awk -v form=man -v version=0.1.0
#   rmi4mpirun --help | awk -f packaging/manual.awk -v form=bash
#   rmi4mpirun --help | awk -f packaging/manual.awk -v form=zsh

# An entry is an option or a variable, with what it is for.
function begin_entry(term, text) {
    end_entry()
    entries++
    terms[entries] = term
    texts[entries] = text
    inEntry = 1
}

function end_entry() {
    if (inEntry && form == "man")
        print ".TP\n.B " roff(terms[entries]) "\n" roff(texts[entries])
    inEntry = 0
}

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    if (text ~ /^[.']/)
        text = "\\\\&" text
    return text
}

function man(line) {
    if (form == "man")
        print line
}

# What stands beneath a heading, as it is.
function literal(line) {
    if (!isLiteral)
        man(".nf")
    isLiteral = 1
    man(roff(line))
}

function end_literal() {
    if (isLiteral)
        man(".fi")
    isLiteral = 0
}

BEGIN {
    if (form == "man")
        print ".TH RMI4MPIRUN 1 \"\" \"rmi4mpi " version "\" \"User Commands\"\n.SH NAME\n" \
            "rmi4mpirun \\- start Java programs on the ranks of an MPI job\n.SH SYNOPSIS"
}

NR == 1 { next } # the same as NAME

/^[^ ]/ {
    end_entry()
    end_literal()
    heading = $0
    if (/^Options are/)
        man(".SH DESCRIPTION\n" roff($0))
    else if (described == NR - 1)
        man(roff($0))
    else
        man(".SH \"" toupper(roff($0)) "\"")
    if (/^Options are/ || described == NR - 1)
        described = NR
    next
}

/^ *$/ {
    end_entry()
    end_literal()
    next
}

(heading ~ /^Launcher options|^Environment/) && /^  [^ ]/ {
    term = substr($0, 3, 14)
    text = substr($0, 18)
    if (length($0) > 16 && substr($0, 17, 1) != " ") { # the term has more than its column
        term = substr($0, 3)
        text = ""
    }
    sub(/ +$/, "", term)
    begin_entry(term, text)
    next
}

heading ~ /^Options of a rank/ && /^  -D/ {
    begin_entry(substr($0, 3), "")
    next
}

inEntry {
    line = $0
    sub(/^ +/, "", line)
    texts[entries] = texts[entries] (texts[entries] == "" ? "" : " ") line
    next
}

{ literal(substr($0, 3)) }

# The first sentence.
function summary(text) {
    return match(text, /[.:] /) ? substr(text, 1, RSTART - 1) : substr(text, 1, length(text) - 1)
}

END {
    end_entry()
    end_literal()
    if (form == "man")
        exit
    for (i = 1; i <= entries; i++) {
        count = split(terms[i], words, /,? +/)
        argument = words[count] ~ /^[A-Z\[]/ ? words[count] : ""
        for (j = 1; j <= count; j++)
            if (words[j] ~ /^-D/) {
                property = substr(words[j], 1, index(words[j], "=") ? index(words[j], "=") : length(words[j]))
                properties = properties " " property
                # '' ends and begins the quotes of the shell
                zsh = zsh "\n    '" property "-[" quoted(summary(texts[i])) "]:value:_files'"
            } else if (words[j] ~ /^-/ && !(words[j] in isListed)) {
                isListed[words[j]] = 1
                options = options " " words[j]
                zsh = zsh "\n    '" words[j] "[" quoted(summary(texts[i])) "]" \
                    (argument ~ /^[A-Z]/ ? ":" argument ":_files" : "") "'"
            }
    }
    for (i = 1; i <= entries; i++) # options that are told of with another one
        while (terms[i] !~ /^-D/ && match(texts[i], /--[a-z][-a-z]+/)) {
            option = substr(texts[i], RSTART, RLENGTH)
            texts[i] = substr(texts[i], RSTART + RLENGTH)
            if (!(option in isListed)) {
                isListed[option] = 1
                options = options " " option
                zsh = zsh "\n    '" option "'"
            }
        }
    if (form == "bash") {
        print "# Completes the options of rmi4mpirun, and the names of files. Made from its --help.\n" \
            "_rmi4mpirun() {\n" \
            "    local current=${COMP_WORDS[COMP_CWORD]}\n" \
            "    case $current in\n" \
            "    -D*)\n" \
            "        compopt -o nospace 2>/dev/null\n" \
            "        mapfile -t COMPREPLY < <(compgen -W '" substr(properties, 2) "' -- \"$current\")\n" \
            "        ;;\n" \
            "    -*) mapfile -t COMPREPLY < <(compgen -W '" substr(options, 2) " -cp -jar -D' -- \"$current\") ;;\n" \
            "    esac\n" \
            "}\n" \
            "complete -o default -F _rmi4mpirun rmi4mpirun"
    } else {
        print "#compdef rmi4mpirun\n# Completes the options of rmi4mpirun, and the names of files. Made from its --help.\n" \
            "local -a options\noptions=(" zsh "\n    '-cp[The class path]:CLASSPATH:_files'\n" \
            "    '-jar[The jar with the main class]:FILE:_files'\n)\n_arguments $options '*:file:_files'"
    }
}

function quoted(text) {
    gsub(/'/, "'\\''", text)
    gsub(/[][]/, "\\\\&", text)
    gsub(/:/, "\\:", text)
    return text
}

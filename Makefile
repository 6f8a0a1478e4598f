# make help lists the targets.

SWIFT_BUILD = swift build --explicit-target-dependency-import-check error
DESTDIR ?=
PREFIX ?= /usr

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  \1\t\2/' | expand -t 14

.PHONY: setup
setup: ## install the Debian packages that are missing
	@scripts/setup

.PHONY: setup-test
setup-test: ## as setup, with the tools that only tests take
	@scripts/setup test

.PHONY: setup-web
setup-web: ## as setup-test, with the browser that tests look at the page in
	@scripts/setup web
	@Tests/Web/setup

.PHONY: setup-bench
setup-bench: ## as setup, with the programs that pipd is measured beside
	@scripts/setup bench

.PHONY: build
build: setup ## build everything, for debugging
	$(SWIFT_BUILD)

.PHONY: release
release: setup ## build the programs, optimized, with Swift's libraries in them
	$(SWIFT_BUILD) -c release --static-swift-stdlib --product pipd
	$(SWIFT_BUILD) -c release --static-swift-stdlib --product pipctl
	$(SWIFT_BUILD) -c release --static-swift-stdlib --product pipd-media

# Builds nothing, so that root need not: `make release && sudo make install`.
.PHONY: install
install: ## install what `make release` built, the manual and the service (DESTDIR, PREFIX)
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' scripts/install

.PHONY: uninstall
uninstall: ## remove what `make install` installed, but for the settings
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' scripts/install --remove

.PHONY: deb
deb: release ## build a Debian package, .build/pipd_*.deb
	@scripts/deb

# The daemon alone: that is half of what a release takes.
.PHONY: run
run: setup ## show the test pattern with picture in picture, and a live status line
	$(SWIFT_BUILD) -c release --static-swift-stdlib --product pipd
	.build/release/pipd --stream demo --pip --output headless --socket .build/pipd.sock --status-line

.PHONY: test
test: setup-test ## run every test that needs no special hardware
	$(SWIFT_BUILD) --build-tests
	Models/check
	Tests/Kernels/check
	Tests/Fleet/check
	scripts/test

# AIMS=--aims judges what depends on the machine, too.
.PHONY: test-web
test-web: setup-web release ## test the page in a real browser (CHECKS, AIMS)
	Tests/Web/test $(AIMS) $(CHECKS)

.PHONY: flakes
flakes: setup-test ## run every test ten times beside busy loops; list what failed (ROUNDS)
	$(SWIFT_BUILD) --build-tests
	scripts/flakes $(ROUNDS)

.PHONY: test-vm
test-vm: setup-test release ## test screen, camera and service in an emulated PC
	Tests/VM/setup
	Tests/VM/test $(CASES)

# PIPD_BUILD names another build, which is then taken as it is.
.PHONY: attack
attack: setup-test ## attack a running pipd in ways that take longer than tests may (ATTACKS)
	$(if $(PIPD_BUILD),,$(SWIFT_BUILD) --product pipd)
	$(if $(PIPD_BUILD),,$(SWIFT_BUILD) --product pipctl)
	$(if $(PIPD_BUILD),,$(SWIFT_BUILD) --product pipd-media)
	PIPD_BUILD=$(or $(PIPD_BUILD),.build/debug) Tests/Attack/run $(ATTACKS)

.PHONY: bench
bench: setup-bench release ## measure pipd beside its peers, and images; takes half an hour
	cd Benchmarks && python3 -B -m unittest -q
	Benchmarks/compare $(PARTS)
	Benchmarks/images

.PHONY: bench-vm
bench-vm: setup-bench release ## measure pipd beside mpv on a display of the emulated PC
	Tests/VM/setup
	Tests/VM/test kms-cpu
	grep ' ms a second' .build/vm/logs/kms-cpu.log

.PHONY: tsan
tsan: setup-test ## run the transport's tests under ThreadSanitizer
	PIPD_TESTS=FrameTransportTests $(SWIFT_BUILD) --build-tests --sanitize=thread --scratch-path .build-tsan
	scripts/test .build-tsan --filter .

ASAN_TESTS = PlatformTests FeedsTests FetchingTests CompositingTests ImagingTests IngestTests \
	LetteringTests PipelineTests ThumbnailsTests

# Without the leak check: Foundation's Process leaks 64 bytes in the tests.
# Without AllocationTests and those of leaks: the sanitizer keeps what was freed, so memory grows.
.PHONY: asan
asan: setup-test ## run the tests of what touches C under AddressSanitizer
	PIPD_TESTS='$(ASAN_TESTS)' $(SWIFT_BUILD) --build-tests --sanitize=address --scratch-path .build-asan
	ASAN_OPTIONS=detect_leaks=0 scripts/test .build-asan --skip AllocationTests --skip LetteringTests.LeakTests

.PHONY: format
format: ## format the sources
	swift format -i -r Package.swift Sources Tests Benchmarks

.PHONY: lint
lint: ## check format and commit messages
	swift format lint -r --strict Package.swift Sources Tests Benchmarks
	scripts/lint-commit

.PHONY: clean
clean: ## remove what was built
	rm -rf .build .build-tsan .build-asan

# `make run` starts the site, `make test` runs the tests. CONTRIBUTING.md has the rest.

# What the build needs, and what the scripts below need beside it.
TOOLS := curl git openssl
PACKAGES := libmicrohttpd-dev libcurl4-openssl-dev libsqlite3-dev libssl-dev libglib2.0-dev zlib1g-dev \
	libxxhash-dev libcjose-dev libjansson-dev libsodium-dev libfido2-dev libcbor-dev liboath-dev libqrencode-dev \
	libpng-dev libturbojpeg0-dev libgif-dev libwebp-dev libexpat1-dev libmagic-dev libcmark-gfm-dev libcmark-gfm-extensions-dev \
	libpq-dev pkg-config tzdata
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
RELEASE := -c release --static-swift-stdlib
# The program that the scripts below run. It is built first, except where it is named, as in
# `BINARY=/usr/bin/engawa make smoke`.
PROGRAM := $(if $(BINARY),,build)
BINARY ?= .build/release/engawa

# Modules that handle untrusted text, and the calls that treat it as grapheme clusters, where a combining mark hides a
# separator.
UNTRUSTED_TEXT := $(addprefix Sources/,Web Network/Upstream Storage/FileTypes Storage/LinkPreviews Storage/Pictures Identity/Accounts Identity/OpenID \
	$(addprefix Chat/,ChatBackend ChatRecords ChatStore Live PostgreSQLChat Sending) \
	$(addprefix Foundation/,HTML JOSE OneTimePasswords RichText)) \
	$(addprefix engawa-chat/Sources/,Chat ChatREST HTTP)
GRAPHEME_CALLS := \.has(Prefix|Suffix)\(|\.replacing\("|(?<![sS]calars)\.split\(separator: "

# The test files that may sleep: the function that waits for a condition, and what simulates slow or irregular behaviour.
MAY_SLEEP := $(addsuffix .swift,Eventually LyingProvider LyingServer RaceTests ReplayBackend \
	RestlessTests RestlessWatcher StopTests StreamTests)

.PHONY: run test deps build release bench smoke e2e soak crowd sanitize contract providers attack attack-short judges faults faults-short fuzz fuzz-short simulation histories histories-short container deployment platforms format lint clean pictures figures

## Build an optimised binary and open the site, with the embedded backend and a sample world.
run: export ENGAWA_MODE ?= development
run: $(PROGRAM)
	$(BINARY) serve

## Run all Swift tests.
test: deps
	@Tests/suite.sh

build: deps
	Release/build.sh $(RELEASE) --product engawa

## Commit a release: `make release VERSION=1.2.3` sets the version and the changelog's section, and says how to tag it.
release:
	@Release/release.sh $(VERSION)

## Install the Debian packages that are missing, after naming them. Nothing happens where all are there.
deps:
	@command -v dpkg-query >/dev/null || { echo "not Debian: these libraries have to be there: $(PACKAGES)"; exit 0; }; \
	missing=$$(for package in $(PACKAGES) $(TOOLS); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	[ -n "$$missing" ] || exit 0; \
	echo "installing these Debian packages:" $$missing; \
	if [ -n "$(SUDO)" ] && ! command -v $(SUDO) >/dev/null; then \
		echo "that needs root. As root: apt-get install --no-install-recommends" $$missing; exit 1; \
	fi; \
	$(SUDO) apt-get update -qq && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing

## Start the optimised binary as an operator would, and send it requests.
smoke: $(PROGRAM)
	Tests/Smoke/smoke.sh $(BINARY)

## Test the site in Chromium.
e2e: $(PROGRAM)
	Tests/Browser/e2e.sh

## Measure in Chromium how soon a conversation is on the screen.
figures: $(PROGRAM)
	Tests/Browser/e2e.sh --figures

## Take the golden pictures of all pages, and those of the README, anew where pages look otherwise.
pictures: $(PROGRAM)
	UPDATE_PICTURES=1 Tests/Browser/e2e.sh -k test_pictures

## Measure the site beside other servers; `BENCH_SECONDS=1 make bench` for a quick look.
bench: $(PROGRAM)
	Bench/bench.sh $(BINARY)

## Load the site for ten minutes with each kind of backend, and check memory and descriptors.
soak: $(PROGRAM)
	python3 -B Tests/Soak/soak.py $(BINARY)

## A thousand different people for ten minutes, half of it before each kind of backend, every answer audited;
## `CROWD_PEOPLE=100 CROWD_SECONDS=60 make crowd` for a quick look.
crowd: $(PROGRAM)
	python3 -B Tests/Crowd/crowd.py $(BINARY)

## Run the tests of code with threads or pointers under ThreadSanitizer and AddressSanitizer; half an hour.
sanitize: deps
	Tests/Sanitizers/sanitize.sh

## Check the OpenAPI documents against the recordings, ChatREST against the documents, and the embedded backend against
## both with schemathesis.
contract: $(PROGRAM)
	swift build --product rest-exchanges
	Tests/Contract/contract.sh $(BINARY) .build/debug/rest-exchanges

## Sign in at real identity providers: with the site's own relying party, and with the site itself in real Chromium.
providers: $(PROGRAM)
	swift build --product relying-party
	swift build --product supabase-stand
	swift build --product password-authority
	Tests/Providers/providers.sh .build/debug $(BINARY)

## Attack the site as somebody on the network would, on loopback; an hour. `ATTACK_SECONDS=60 make attack` fuzzes for less.
attack: $(PROGRAM)
	Tests/Attack/attack.sh $(BINARY)

## The same in a few minutes, with fewer of everything.
attack-short: $(PROGRAM)
	Tests/Attack/attack.sh $(BINARY) --short

## Scan the site with wapiti, sqlmap, testssl.sh and slowhttptest; half an hour. Their reports are kept in a folder.
judges: $(PROGRAM)
	Tests/Attack/judges.sh $(BINARY)

## Search for inputs that break the parsers, an hour each, two at a time; `FUZZ_SECONDS=600 make fuzz` for less.
fuzz: deps
	Tests/Fuzz/fuzz.sh

## The same for half a minute each, three minutes in all; with the same inputs each time, so that a change is what fails.
fuzz-short: export FUZZ_SECONDS ?= 30
fuzz-short: export FUZZ_RUNS ?= 100000
fuzz-short: export FUZZ_SEED ?= 1
fuzz-short: deps
	Tests/Fuzz/fuzz.sh

## Run random histories of people, gateways and a backend, half a minute; `SEEDS=1-1000000 make simulation` for an hour.
simulation: export SWIFT_DETERMINISTIC_HASHING = 1
simulation: SEEDS ?= 1-5000
simulation: deps
	swift build --product simulation
	.build/debug/simulation $(SEEDS)

## Run random histories before three gateways over one PostgreSQL database, which are killed, stopped and cut off
## meanwhile, and check each; half an hour; `SEEDS=17 make histories` for one.
histories: SEEDS ?= 1-200
histories: $(PROGRAM)
	Tests/Histories/histories.sh $(BINARY) $(SEEDS)

## The same for a minute.
histories-short: $(PROGRAM)
	Tests/Histories/histories.sh $(BINARY) 1-4

## Kill the site, fill its disk, damage its files, set its clock and let its backend hang, and check that nothing is
## lost; three minutes; needs root for some.
faults: $(PROGRAM)
	Tests/Faults/faults.sh $(BINARY)

## The same in less than two minutes.
faults-short: $(PROGRAM)
	Tests/Faults/faults.sh $(BINARY) --short

## Check the files of deploy/ with systemd, nginx, Caddy and Prometheus; a minute.
deployment: $(PROGRAM)
	Tests/Deployment/deployment.sh $(BINARY)

## Build the container image without a container engine, run it and test it; `make container PROGRAM_OUT=engawa` keeps
## the image's program in that file.
container:
	Tests/Container/container.sh $(PROGRAM_OUT)

## Check that Apple's platforms have what the package for apps uses, as far as that can be told here, and its
## documentation; a minute.
platforms:
	python3 -B Tests/ApplePlatforms/check.py

format:
	swift format -i -r Sources Tests engawa-chat Package.swift

lint:
	swift format lint -s -r Sources Tests engawa-chat Package.swift
	@! grep -rnP '$(GRAPHEME_CALLS)' $(UNTRUSTED_TEXT) || (echo "compare and split untrusted text by bytes or Unicode scalars" && false)
	@! grep -rnE '\bsleep\(' Tests --include='*.swift' $(addprefix --exclude=,$(MAY_SLEEP)) \
		|| (echo "a test waits for an event, or with eventually(within:_:); it does not sleep" && false)
	@! grep -rnE '(Mutex|Lock)<\(*@Sendable' Sources engawa-chat \
		|| (echo "a closure in a Mutex by itself is wrapped once more each time it is used: put it in a structure" && false)

clean:
	rm -rf .build

# The image: the program with the Swift runtime inside, its assets, and the Debian libraries that it needs.
# `docker build -t engawa .`; Tests/Container/container.sh tests it without a container engine.

FROM swift:6.3.1-bookworm AS build

WORKDIR /build
# Versions are not pinned: Debian keeps only the newest of a release, and changes are fixes.
# hadolint ignore=DL3008
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends make \
    && rm -rf /var/lib/apt/lists/*
COPY Makefile ./
RUN make deps && rm -rf /var/lib/apt/lists/*
# The manifest names the test folders, so they must exist; they are not built.
COPY Package.swift ./
COPY Tests Tests
COPY engawa-chat engawa-chat
COPY Sources Sources
COPY Release Release
# `--build-arg COMMIT="$(git rev-parse HEAD)"`: the repository is not here, and the program names its commit.
ARG COMMIT=
RUN make build && strip .build/release/engawa -o /engawa \
    && cp "$(dirname "$(command -v swift)")/../share/swift/LICENSE.txt" /swift-licence


FROM debian:bookworm-slim

# hadolint ignore=DL3008
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates \
        libcbor0.8 \
        libcjose0 \
        libcmark-gfm0.29.0.gfm.6 \
        libcmark-gfm-extensions0.29.0.gfm.6 \
        libcurl4 \
        libexpat1 \
        libfido2-1 \
        libgif7 \
        libglib2.0-0 \
        libheif-examples \
        libmagic-mgc \
        libmagic1 \
        libmicrohttpd12 \
        liboath0 \
        libpng16-16 \
        libpq5 \
        libqrencode4 \
        libsodium23 \
        libsqlite3-0 \
        libssl3 \
        libstdc++6 \
        libturbojpeg0 \
        libwebp7 \
        libwebpmux3 \
        tzdata \
        zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 engawa \
    && useradd --uid 10001 --gid engawa --no-create-home --home-dir /data --shell /usr/sbin/nologin engawa \
    && install --directory --owner=engawa --group=engawa --mode=0700 /data /data/shared

COPY Public /usr/share/engawa/Public
COPY --from=build /engawa /usr/bin/engawa

# The licences and versions of what is inside: `docker run --rm --entrypoint cat engawa /usr/share/doc/engawa/NOTICE`.
RUN --mount=type=bind,from=build,source=/,target=/build \
    --mount=type=bind,source=.,target=/source \
    /source/Release/notices.sh /usr/bin/engawa /source/LICENSE /build/swift-licence /usr/share/doc/engawa

LABEL org.opencontainers.image.title="Engawa" \
    org.opencontainers.image.description="A web chat gateway" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim"

# SQLite writes large sorts to temporary files; the root file system may be read-only, so they go to the volume.
ENV ENGAWA_DATA=/data \
    ENGAWA_LISTEN=0.0.0.0:8080 \
    SQLITE_TMPDIR=/data

# A number, so that an orchestrator can check that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["engawa", "healthcheck"]
ENTRYPOINT ["engawa"]
CMD ["serve"]

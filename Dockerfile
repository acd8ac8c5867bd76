# SPDX-License-Identifier: MIT
# The suite, built, on Debian 12: docs/artifact.md says how to use it. `make container-check` runs these very steps without Docker.
#
#      docker build -t cuckoobench .
#      docker run --rm cuckoobench doctor
#      docker run --rm -v "$PWD/results:/cuckoobench/results" cuckoobench run --scale quick
#
# The base is Debian 12.11, of 2025-05-20, by its digest: that of Docker Hub's debian:bookworm-20250520-slim, which is debian:12.11-slim.
FROM debian:bookworm-20250520-slim@sha256:90522eeb7e5923ee2b871c639059537b30521272f10ca86fdbbbb2b75a8c40cd

# Packages are of one day, too, from Debian's archive of all days, so that the image built next year is this one; SNAPSHOT= takes today's.
ARG SNAPSHOT=20250520T000000Z
RUN [ -z "$SNAPSHOT" ] || { rm -f /etc/apt/sources.list.d/* && for archive in "debian $SNAPSHOT bookworm" "debian-security $SNAPSHOT bookworm-security"; do set -- $archive; echo "deb [check-valid-until=no] http://snapshot.debian.org/archive/$1/$2 $3 main"; done >/etc/apt/sources.list; }
RUN apt-get update && apt-get install -y --no-install-recommends make git

COPY . /cuckoobench
WORKDIR /cuckoobench
RUN make setup && rm -rf /var/lib/apt/lists/*
RUN make all

ENTRYPOINT ["/cuckoobench/build/release/cuckoobench"]
CMD ["doctor"]

#!/bin/sh
# Looks up what the images' tags are now and writes it to images.env beside this file, so that
# every start runs exactly these. Run it again (and try the result) to take newer ones.
set -eu
cd "$(dirname "$0")"

pinned() { # NAME TAG: one line of the file
	digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$2")
	case $digest in
	sha256:*) echo "$1=$2@$digest" ;;
	*) echo "pin.sh: no digest for $2" >&2 && return 1 ;;
	esac
}

{
	pinned PYTHON_IMAGE docker.io/library/python:3.11-slim &&
		pinned POSTGRES_IMAGE docker.io/library/postgres:16 &&
		pinned REDIS_IMAGE docker.io/library/redis:7 &&
		pinned CADDY_IMAGE docker.io/library/caddy:2
} >images.env.part || { rm -f images.env.part; exit 1; }
mv images.env.part images.env
cat images.env

#!/bin/sh
# sh deploy/rolling-restart.sh compose|systemd: restarts two processes one after the other. Caddy sends visitors to the other one
# first, so that no call is lost. For systemd, as root with PUBLIC_URL as in Caddy's own environment.
set -eu
cd "$(dirname "$0")"

case "${1:-}" in
compose)
  one=site:3000 two=site-2:3000
  point() { docker compose exec -T -e UPSTREAMS="$*" caddy caddy reload --config /etc/caddy/Caddyfile; }
  # Ends once the new container is healthy.
  restart() { docker compose up --detach --no-deps --force-recreate --wait "${1%:*}"; }
  ;;
systemd)
  : "${PUBLIC_URL:?}"
  one=127.0.0.1:3001 two=127.0.0.1:3002
  point() { UPSTREAMS="$*" caddy reload --config /etc/caddy/Caddyfile; }
  restart() {
    systemctl restart "porchlight@${1#*:}"
    until node healthy.mjs "${1#*:}"; do sleep 1; done
  }
  ;;
*)
  echo "Usage: sh deploy/rolling-restart.sh compose|systemd" >&2
  exit 2
  ;;
esac

point "$two"
restart "$one"
point "$one"
restart "$two"
point "$one" "$two"

#!/bin/sh
# Makes the passwords and keys of the compose file in ./secrets, once; what is there stays.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# Containers read them as users of their own; the folder is closed to everybody else on this machine.
random() { head -c 36 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n='; }
write() { [ -s "secrets/$1" ] || { printf '%s' "$2" > "secrets/$1"; chmod 0444 "secrets/$1"; }; }
write postgres_password "$(random)"
write clickhouse_password "$(random)"
write session_secret "$(random)"
write backup_key "$(random)"
write grafana_password "$(random)"
write metrics_token "$(random)"
write database_url "postgres://voltboard:$(cat secrets/postgres_password)@postgres:5432/voltboard"
write clickhouse_url "http://voltboard:$(cat secrets/clickhouse_password)@clickhouse:8123/voltboard"
write cluster_secret "<clickhouse><remote_servers><voltboard><secret>$(random)</secret></voltboard></remote_servers></clickhouse>"

# What the image of PostgreSQL does with its settings at the first start.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=trust --auth-host=scram-sha-256 --encoding=UTF8
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_DB" | postgres --single postgres
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql

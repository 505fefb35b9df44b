#!/bin/sh
exec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"

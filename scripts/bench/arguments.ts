import { join } from "node:path";
import { parseArgs } from "node:util";
import { BENCH_FOLDER } from "./sites/site-process.ts";

export const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    bookings: { type: "string", default: "1000000" },
    people: { type: "string" },
    databases: { type: "string", default: join(BENCH_FOLDER, "databases") },
    engine: { type: "string", default: "sqlite" },
    minutes: { type: "string" },
    accept: { type: "boolean", default: false },
  },
});

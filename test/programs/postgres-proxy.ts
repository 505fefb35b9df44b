// Stands between a site and PostgreSQL like a slow network, and counts how often the site waits for it.
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "./postgres.ts";

export type PostgresProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /** How often answers were waited for since the last call, on all connections. Nobody waits for the word to other processes. */
  takeRoundTrips(): number;
};

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** Messages that the server answers with "ready for query". */
const ASKING = new Set(["Q", "S"]);

/** Until the test ends. Answers are held back until everything that the site has sent is answered. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const server = createServer((site) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [site, database]) {
      sockets.add(socket.setNoDelay(true));
      socket.on("error", () => {});
      socket.on("close", () => {
        site.destroy();
        database.destroy();
      });
    }
    // The first message of the site has no type. "Ready" after it answers no query.
    let isWord = false;
    const isAsking = (type: string, text: string) => {
      if (!ASKING.has(type)) return false;
      isWord = text.startsWith("notify ");
      return true;
    };
    const asked = countMessages(isAsking, { hasStart: true });
    const answered = countMessages((type) => type === "Z");
    let held: Buffer[] = [];
    site.on("data", (chunk: Buffer) => {
      asked.read(chunk);
      database.write(chunk);
    });
    database.on("data", (chunk: Buffer) => {
      answered.read(chunk);
      held.push(chunk);
      if (answered.count > 0 && answered.count !== asked.count + 1) return;
      if (answered.count > 1 && !isWord) roundTrips += 1;
      site.write(Buffer.concat(held));
      held = [];
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    takeRoundTrips: () => {
      const taken = roundTrips;
      roundTrips = 0;
      return taken;
    },
  };
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
function countMessages(isCounted: (type: string, text: string) => boolean, { hasStart = false } = {}) {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = hasStart;
  const counter = {
    count: 0,
    read: (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const typeBytes = isStart ? 0 : TYPE_BYTES;
        if (rest.length < typeBytes + LENGTH_BYTES) return;
        const length = typeBytes + rest.readUInt32BE(typeBytes);
        if (rest.length < length) return;
        const text = rest.toString("latin1", typeBytes + LENGTH_BYTES, length);
        if (!isStart && isCounted(String.fromCharCode(rest[0] ?? 0), text)) counter.count += 1;
        isStart = false;
        rest = rest.subarray(length);
      }
    },
  };
  return counter;
}

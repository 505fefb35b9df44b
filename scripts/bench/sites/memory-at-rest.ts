// node --expose-gc --import of this file serves the memory after a collection at MEMORY_PORT, in kilobytes.
import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

export type MemoryAtRest = { resident: number; heap: number };

// Threads of the process inherit its --import.
if (isMainThread) serve();

function serve(): void {
  createServer((_request, response) => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const memory: MemoryAtRest = { resident: rss / 1024, heap: (heapUsed + external) / 1024 };
    response.end(JSON.stringify(memory));
  })
    .listen(Number(process.env.MEMORY_PORT), "127.0.0.1")
    .unref();
}

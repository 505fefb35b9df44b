// node --import of this file serves the delays of the event loop at STALLS_PORT, in milliseconds.
import { createServer } from "node:http";
import { createHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

export type Stalls = {
  longest: number;
  p999: number;
  busy: number;
  busyP999: number;
};

// Threads of the process inherit its --import.
if (isMainThread) measure();

function measure(): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const busy = createHistogram();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    busy.record(Math.max(1, now.user + now.system - before.user - before.system));
    before = now;
  }, 1).unref();
  createServer((_request, response) => {
    const stalls: Stalls = {
      longest: delay.max / 1e6,
      p999: delay.percentile(99.9) / 1e6,
      busy: busy.max / 1e3,
      busyP999: busy.percentile(99.9) / 1e3,
    };
    response.end(JSON.stringify(stalls));
    delay.reset();
    busy.reset();
  })
    .listen(Number(process.env.STALLS_PORT), "127.0.0.1")
    .unref();
}

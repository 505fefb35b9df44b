// node --import this, with STALLS_PORT: answers there with the delays of the event loop since the last request, and with the CPU
// time at a stretch, which other programs do not extend. In milliseconds.
import { createServer } from "node:http";
import { createHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

export type Stalls = {
  longest: number;
  /** 99.9 of 100 delays are no longer. */
  p999: number;
  busy: number;
  busyP999: number;
};

// Threads of the process take over its --import.
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

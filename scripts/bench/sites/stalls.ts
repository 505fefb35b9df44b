// node --import this, with STALLS_PORT: answers there with the longest block of the event loop since the last request, and
// with the longest CPU time at a stretch, which other programs do not extend. In milliseconds.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let [busy, before] = [0, process.threadCpuUsage()];
setInterval(() => {
  const now = process.threadCpuUsage();
  busy = Math.max(busy, (now.user + now.system - before.user - before.system) / 1000);
  before = now;
}, 1).unref();
createServer((_request, response) => {
  response.end(JSON.stringify({ longest: delay.max / 1e6, busy }));
  delay.reset();
  busy = 0;
})
  .listen(Number(process.env.STALLS_PORT), "127.0.0.1")
  .unref();

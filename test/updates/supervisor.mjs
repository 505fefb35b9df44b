// node supervisor.mjs FOLDER PORTS stop|start|restart: stands in for systemd. A process of its own per port starts the site again
// whenever it ends.
import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const [folder, ports, verb] = process.argv.slice(2);
const RESPAWN_MS = 500;
const fileOf = (port) => join(folder, `supervisor-${port}.pid`);

if (verb === "stop") await Promise.all(ports.split(",").map(stop));
if (verb === "start") for (const port of ports.split(",")) await start(port);
if (verb === "restart")
  for (const port of ports.split(",")) {
    await stop(port);
    await start(port);
    await untilReady(port);
  }
if (verb === "watch") watch(ports);

async function start(port) {
  if (isAlive(port)) return;
  const args = [import.meta.filename, folder, port, "watch"];
  const child = spawn(process.execPath, args, { stdio: "ignore", detached: true });
  writeFileSync(fileOf(port), String(child.pid));
  child.unref();
}

async function stop(port) {
  if (isAlive(port)) process.kill(Number(readFileSync(fileOf(port), "utf8")), "SIGTERM");
  while (isAlive(port)) await pause(20);
  rmSync(fileOf(port), { force: true });
}

function watch(port) {
  const log = openSync(join(folder, "site.log"), "a");
  const env = { ...process.env, PORT: port, NODE_ENV: "production" };
  let child;
  let isStopping = false;
  const begin = () => {
    child = spawn("node_modules/.bin/node", ["build-server/main.js"], {
      cwd: join(folder, "clone"),
      env,
      stdio: ["ignore", log, log],
    });
    child.on("error", () => setTimeout(begin, RESPAWN_MS));
    child.on("exit", () => (isStopping ? process.exit(0) : setTimeout(begin, RESPAWN_MS)));
  };
  process.on("SIGTERM", () => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) process.exit(0);
    child.kill("SIGTERM");
  });
  begin();
}

function isAlive(port) {
  if (!existsSync(fileOf(port))) return false;
  try {
    const stat = readFileSync(`/proc/${readFileSync(fileOf(port), "utf8")}/stat`, "utf8");
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}

async function untilReady(port) {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await pause(50);
}

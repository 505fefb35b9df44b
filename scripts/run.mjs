import { spawn } from "node:child_process";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The promise resolves with the exit code, or 128 + n after signal n. */
export function runInFront(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "inherit", ...options });
    // Ctrl-C reaches the whole process group; the handler only keeps this process alive until the child has ended.
    const pass = (signal) => child.kill(signal);
    for (const signal of PASSED_ON) process.on(signal, pass);
    const done = (code) => {
      for (const signal of PASSED_ON) process.off(signal, pass);
      resolve(code);
    };
    child.on("error", (error) => {
      console.error(`Could not run ${program}: ${error.message}`);
      done(127);
    });
    child.on("exit", (code, signal) => done(code ?? 128 + (signal === "SIGINT" ? 2 : 15)));
  });
}

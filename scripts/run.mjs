import { spawn } from "node:child_process";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs a program in the foreground, passes signals on to it, and resolves to its exit code (128 + n where a signal ended it). */
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

// WebKit speaks WebDriver: https://www.w3.org/TR/webdriver2/
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../test/programs/postgres.ts";
import { type Engine, inPage } from "./engine.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const START_TRIES = 200;
const PAUSE_MS = 50;

export async function startWebKit(): Promise<Engine | { missing: string }> {
  const [browser] = globSync("/usr/lib/*/webkit2gtk-4*/MiniBrowser");
  if (!browser || !existsSync(DRIVER) || !existsSync(SCREEN))
    return { missing: "no WebKit: apt-get install webkit2gtk-driver xvfb" };
  const screen = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, "data");
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: "ignore",
  });
  const ask = caller(`http://127.0.0.1:${port}`);
  await untilItAnswers(ask, driver);
  const options = { binary: browser, args: ["--automation"] };
  const { sessionId, capabilities } = (await ask("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const session = (path: string, body: object) => ask("POST", `/session/${sessionId}${path}`, body);
  const script = (expression: string) => session("/execute/sync", { script: `return ${inPage(expression)}`, args: [] });
  const find = async (expression: string) => {
    const centred = `(() => { const one = ${expression}; one.scrollIntoView({ block: "center", behavior: "instant" }); return one; })()`;
    return ((await script(centred)) as Record<string, string>)[ELEMENT];
  };
  return {
    version: `WebKit ${capabilities.browserVersion}`,
    open: async (url) => void (await session("/url", { url })),
    evaluate: async <Result>(expression: string) =>
      JSON.parse(String(await script(`JSON.stringify(${expression} ?? null)`))) as Result,
    click: async (expression) => void (await session(`/element/${await find(expression)}/click`, {})),
    type: async (expression, text) => void (await session(`/element/${await find(expression)}/value`, { text })),
    close: async () => {
      await ask("DELETE", `/session/${sessionId}`);
      for (const program of [driver, screen]) {
        const exited = once(program, "exit");
        program.kill("SIGTERM");
        await exited;
      }
    },
  };
}

function caller(address: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${address}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
}

async function untilItAnswers(ask: ReturnType<typeof caller>, driver: ChildProcess): Promise<void> {
  for (let tries = 0; tries < START_TRIES && driver.exitCode === null; tries++) {
    try {
      await ask("GET", "/status");
      return;
    } catch {
      await pause(PAUSE_MS);
    }
  }
  throw new Error("WebKitWebDriver did not start.");
}

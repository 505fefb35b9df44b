// Firefox speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Engine, inPage } from "./engine.ts";

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
const QUIET = `user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`;

type Answer = { id?: number; result?: unknown; error?: string; message?: string };

export async function startFirefox(): Promise<Engine | { missing: string }> {
  const binary = process.env.FIREFOX_PATH ?? FIREFOX.find(existsSync);
  if (!binary) return { missing: "no Firefox: apt-get install firefox-esr, or set FIREFOX_PATH" };
  const folder = mkdtempSync(join(tmpdir(), "firefox-"));
  writeFileSync(join(folder, "user.js"), QUIET);
  const firefox = spawn(binary, ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"], {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(firefox, "exit");
  const socket = new WebSocket(`${await addressSaidBy(firefox.stderr)}/session`);
  await once(socket, "open");
  const call = caller(socket);
  const { capabilities } = (await call("session.new", { capabilities: {} })) as {
    capabilities: { browserVersion: string };
  };
  const { context } = (await call("browsingContext.create", { type: "tab" })) as { context: string };

  const evaluate = async (expression: string) => {
    const answer = (await call("script.evaluate", {
      expression: inPage(expression),
      target: { context },
      awaitPromise: true,
    })) as { result?: { value?: unknown; sharedId?: string }; exceptionDetails?: { text: string } };
    if (!answer.result) throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  };
  const perform = (source: object) => call("input.performActions", { context, actions: [source] });
  const click = async (find: string) => {
    const { sharedId } = await evaluate(
      `(() => { const one = ${find}; one.scrollIntoView({ block: "center", behavior: "instant" }); return one; })()`,
    );
    const move = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } };
    const press = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    await perform({ type: "pointer", id: "mouse", actions: [move, ...press] });
  };
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    open: async (url) => void (await call("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async <Result>(expression: string) =>
      JSON.parse(String((await evaluate(`JSON.stringify(${expression} ?? null)`)).value)) as Result,
    click,
    type: async (find, text) => {
      await click(find);
      const keys = [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await perform({ type: "key", id: "keyboard", actions: keys });
    },
    close: async () => {
      socket.close();
      firefox.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressSaidBy(output: Readable): Promise<string> {
  let said = "";
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [address] = /ws:\/\/\S+/.exec(said) ?? [];
    if (!address) continue;
    // A full pipe would stop the process.
    output.resume();
    return address;
  }
  throw new Error(`Firefox ended before it listened:\n${said}`);
}

function caller(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(answer.id ?? -1);
    waiting.delete(answer.id ?? -1);
    if (answer.error) asked?.reject(new Error(`${answer.error}: ${answer.message}`));
    else asked?.resolve(answer.result);
  });
  socket.addEventListener("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error("Firefox ended."));
  });
  let id = 0;
  return (method: string, params: object): Promise<unknown> => {
    const asked = Promise.withResolvers<unknown>();
    waiting.set(++id, asked);
    socket.send(JSON.stringify({ id, method, params }));
    return asked.promise;
  };
}

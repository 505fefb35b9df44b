import { setTimeout as pause } from "node:timers/promises";

export type Engine = {
  version: string;
  open(address: string): Promise<void>;
  evaluate<Result>(expression: string): Promise<Result>;
  click(find: string): Promise<void>;
  type(find: string, text: string): Promise<void>;
  close(): Promise<void>;
};

export type EngineStart = () => Promise<Engine | { missing: string }>;

const WAIT_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 50;

export function inPage(expression: string): string {
  return `(() => {
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const words = (element) => (element.getAttribute("aria-label") ?? element.textContent).replaceAll(/\\s+/g, " ").trim();
    const field = (label) => [...document.querySelectorAll("input, select, textarea")].find((control) =>
      shown(control) && [...(control.labels ?? [])].some((one) => words(one).startsWith(label)));
    const button = (name) => [...document.querySelectorAll("dialog[open] button, button, a")].find((one) =>
      shown(one) && words(one) === name);
    return ${expression};
  })()`;
}

export const field = (label: string) => `field(${JSON.stringify(label)})`;
export const button = (name: string) => `button(${JSON.stringify(name)})`;

export async function until(engine: Engine, expression: string): Promise<void> {
  const end = Date.now() + WAIT_TIMEOUT_MS;
  while (!(await engine.evaluate<boolean>(`Boolean(${expression})`))) {
    if (Date.now() > end) {
      const shown = await engine.evaluate<string>("document.body.innerText.slice(0, 2000)");
      throw new Error(`It did not come to ${expression}. The page shows:\n${shown}`);
    }
    await pause(POLL_INTERVAL_MS);
  }
}

export async function clickWhenThere(engine: Engine, find: string): Promise<void> {
  await until(engine, `${find}?.disabled === false || ${find}?.tagName === "A" || ${find}?.tagName === "LABEL"`);
  await engine.click(find);
}

export async function typeInto(engine: Engine, label: string, text: string): Promise<void> {
  await until(engine, field(label));
  await engine.type(field(label), text);
}

/** A script chooses the option: the system draws lists over a page, and no protocol reaches into them. */
export async function choose(engine: Engine, label: string, option: string): Promise<void> {
  await until(engine, field(label));
  await engine.evaluate(`(() => {
    const list = ${field(label)};
    const option = [...list.options].find(({ label }) => label === ${JSON.stringify(option)});
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(list, option.value);
    for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  })()`);
}

import { strictEqual } from "node:assert";
import type { Machine } from "../machine/machine.ts";
import { freeSlotsBehind, type Reachable, untilServed } from "../visitor.ts";
import { Visits } from "../visits.ts";
import { type Block, blocksOf, isRun, isSettings } from "./blocks.ts";
import { ADDED, backupSoon, RCLONE_ANSWERS, SETTINGS, type Written, write } from "./plan.ts";

const CA = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
const WRITES_SETTINGS = `${SETTINGS} <<'END'`;

type From = { begins?: string; ends?: string };

/** A person who types what a document says, in its order, and waits where it says what is to be seen. */
export class Reader {
  readonly machine: Machine;
  readonly written: Written;
  readonly #store: string;
  password = "";
  /** When the code was asked for, the site had started, and its first page came by https. */
  readonly at: Partial<Record<"first" | "clone" | "site" | "https", number>> = {};

  constructor(machine: Machine, written: Written, store: string) {
    this.machine = machine;
    this.written = written;
    this.#store = store;
  }

  /** The blocks of a section, from the one with the words `begins` to the one before `ends`. */
  async follow(document: string, heading: string, { begins = "", ends }: From = {}): Promise<void> {
    const all = blocksOf(document).filter((block) => block.heading === heading && isRun(block));
    const from = all.findIndex(({ text }) => text.includes(begins));
    const to = ends === undefined ? all.length : all.findIndex(({ text }) => text.includes(ends));
    if (from < 0 || to <= from)
      throw new Error(`${document}, ${heading}: nothing from “${begins}” to “${ends ?? "its end"}”`);
    // In the middle of a section the person goes on where they are.
    if (begins === "") await this.machine.openNewTerminal();
    for (const block of all.slice(from, to)) await this.#read(block);
  }

  async visits(slots: number, options: { repeats: boolean }): Promise<Visits> {
    const caddy = await this.reachable();
    return new Visits(caddy, await freeSlotsBehind(caddy, slots), options);
  }

  async reachable(): Promise<Reachable> {
    const caddy = { url: this.written.url, ca: await this.machine.until(`cat ${CA}`, /BEGIN CERTIFICATE/) };
    await untilServed(caddy);
    return caddy;
  }

  async untilStarted(unit: string): Promise<void> {
    const id = await this.machine.run(`systemctl show -P InvocationID ${unit}`);
    await this.machine.until(`journalctl _SYSTEMD_INVOCATION_ID=${id.trim()}`, /The site is at https:/);
  }

  addSetting(line: string): Promise<string> {
    return this.machine.run(`cat >> ${SETTINGS} <<'END'\n${line}\nEND`);
  }

  async #read(block: Block): Promise<void> {
    const text = write(block.text, this.written);
    this.at.first ??= Date.now();
    // systemd refuses restarts that come faster than a person types.
    await this.machine.run("systemctl reset-failed");
    if (text.includes("git clone")) this.at.clone = Date.now();
    if (isSettings(block)) await this.addSetting(text.trimEnd());
    else await this.#type(text);
    if (text.startsWith("BACKUP_COMMAND=")) await this.addSetting(backupSoon());
    if (text.includes(WRITES_SETTINGS)) for (const line of ADDED) await this.addSetting(line);
    if (isSettings(block)) await this.#restart();
  }

  async #type(text: string): Promise<void> {
    const { machine } = this;
    if (text.includes("age-keygen")) await machine.type("cd; apt-get install --yes age");
    const isAsking = / config$/m.test(text) && text.includes("rclone");
    const output = await machine.type(text, isAsking ? RCLONE_ANSWERS(this.#store) : []);
    const [, recipient] = /(age1\w+)/.exec(output) ?? [];
    if (text.includes("age-keygen")) this.written.recipient = recipient ?? "";
    this.password = /active admin .*: (\S+)$/m.exec(output)?.[1] ?? this.password;
    const units = /systemctl (?:enable --now|restart) (porchlight.*)$/m.exec(text)?.[1]?.split(" ") ?? [];
    for (const unit of units) await this.untilStarted(unit);
    if (units.length > 0) this.at.site ??= Date.now();
    if (!/systemctl restart caddy$/m.test(text)) return;
    await this.reachable();
    this.at.https ??= Date.now();
  }

  /** As the text beside the lines says. */
  async #restart(): Promise<void> {
    await this.machine.run("systemctl restart porchlight");
    await this.untilStarted("porchlight");
    await this.#compareSettings();
  }

  /** systemd gives the site what a shell reads in the file. */
  async #compareSettings(): Promise<void> {
    const read = async (command: string) => parseEnvironment(await this.machine.run(command));
    const inShell = await read(`set -a; . ${SETTINGS}; env -0`);
    const inSite = await read("cat /proc/$(systemctl show -P MainPID porchlight)/environ");
    const names = (await this.machine.run(`cat ${SETTINGS}`)).matchAll(/^([A-Z_]+)=/gm);
    for (const [, name = ""] of names) strictEqual(inSite[name], inShell[name], `systemd reads another ${name}`);
  }
}

function parseEnvironment(text: string): Record<string, string> {
  const entries = text.split("\0").map((line): [string, string] => {
    const [name = ""] = line.split("=", 1);
    return [name, line.slice(name.length + 1)];
  });
  return Object.fromEntries(entries);
}

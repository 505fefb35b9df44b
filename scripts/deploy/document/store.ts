import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/programs/postgres.ts";
import { CHECKING_MACHINE } from "../machine/network.ts";
import { requirePrograms } from "../part.ts";

const MAX_WAIT_MS = 300_000;
const JOURNAL = "removals.journal.age";
const BACKUP = /^porchlight-.*\.backup\.age$/;

/** Another machine that keeps the copies: what rclone of the site sends by WebDAV are files here. */
export class Store {
  readonly url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(folder: string, port: number) {
    this.url = `http://${CHECKING_MACHINE}:${port}`;
    this.#folder = join(folder, "porchlight");
    mkdirSync(folder);
    const options = ["--config=/dev/null", `--addr=127.0.0.1:${port}`];
    this.#server = spawn("rclone", ["serve", "webdav", folder, ...options], { stdio: "ignore" });
  }

  static async start(folder: string): Promise<Store> {
    requirePrograms("rclone");
    const port = await freePort();
    const store = new Store(folder, port);
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      );
    while (!(await isUp())) await pause(50);
    return store;
  }

  /** The newest backup's name, once there is one. */
  async untilBackup(): Promise<string> {
    const newest = () =>
      this.#files()
        .filter((name) => BACKUP.test(name))
        .sort()
        .at(-1);
    await this.#until(() => newest() !== undefined, "no backup was copied");
    return newest() ?? "";
  }

  async untilJournalAfter(instant: number): Promise<void> {
    const file = join(this.#folder, JOURNAL);
    await this.#until(() => existsSync(file) && statSync(file).mtimeMs > instant, "no journal was copied");
  }

  async stop(): Promise<void> {
    if (this.#server.exitCode !== null || this.#server.signalCode !== null) return;
    this.#server.kill("SIGTERM");
    await once(this.#server, "exit");
  }

  #files(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder) : [];
  }

  async #until(isThere: () => boolean, otherwise: string): Promise<void> {
    const end = Date.now() + MAX_WAIT_MS;
    while (!isThere()) {
      if (Date.now() > end) throw new Error(`${otherwise}: ${this.#files().join(", ") || "there is nothing"}`);
      await pause(500);
    }
  }
}

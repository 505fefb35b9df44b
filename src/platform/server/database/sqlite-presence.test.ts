import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isDrill } from "#test/drill.ts";
import { sqlitePresence } from "./sqlite-presence.ts";

const isSqlite = process.env.TEST_ENGINE !== "postgres";
const ROUNDS = isDrill ? 2_000 : 50;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "presence-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.runIf(isSqlite)(
  "a process with its lock is alive, an ended one is gone, and about itself it gives no answer",
  async () => {
    const folder = newFolder();
    const [first, second] = [sqlitePresence(folder), sqlitePresence(folder)];
    onTestFinished(() => second.close());
    const ids = [await first.acquire(), await second.acquire()];
    expect(await first.acquire()).toBe(ids[0]);
    expect(await second.checkLiveness(ids)).toEqual({ alive: new Set([ids[0]]), gone: new Set() });
    expect(await second.listHeld([...ids, "../../site", ""])).toEqual(new Set(ids));
    await first.close();
    expect(await second.listHeld(ids)).toEqual(new Set([ids[1]]));
    expect(await second.checkLiveness(ids)).toEqual({ alive: new Set(), gone: new Set([ids[0]]) });
    expect(await second.checkLiveness(["../../site", "", "x"])).toEqual({ alive: new Set(), gone: new Set() });
  },
);

test.runIf(isSqlite)("one whose file was deleted claims under another id", async () => {
  const folder = newFolder();
  const presence = sqlitePresence(folder);
  onTestFinished(() => presence.close());
  const before = await presence.acquire();
  rmSync(join(folder, "workers", `${before}.lock`));
  const after = await presence.acquire();
  expect(after).not.toBe(before);
  expect(await presence.checkLiveness([before, after])).toEqual({ alive: new Set(), gone: new Set() });
});

test.runIf(isSqlite)(
  "processes that start, stop and check each other never take a held lock for a free one",
  async () => {
    const folder = newFolder();
    const script = `
    import { existsSync, readdirSync } from "node:fs";
    import { sqlitePresence } from ${JSON.stringify(join(import.meta.dirname, "sqlite-presence.ts"))};
    const folder = ${JSON.stringify(folder)};
    for (let round = 0; round < ${ROUNDS}; round++) {
      const presence = sqlitePresence(folder);
      const id = await presence.acquire();
      await presence.checkLiveness(readdirSync(folder + "/workers").map((file) => file.replace(".lock", "")));
      await new Promise(setImmediate);
      if (!existsSync(folder + "/workers/" + id + ".lock")) throw new Error("A lock that is held was taken for free.");
      await presence.close();
    }`;
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0]);
    expect(readdirSync(join(folder, "workers"))).toEqual([]);
  },
);

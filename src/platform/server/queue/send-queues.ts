import { readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

// https://docs.kernel.org/networking/proc_net_tcp.html
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const TX_QUEUE = 4;
const INODE = 9;

/** Returns unacknowledged bytes by inode. Empty on systems other than Linux. */
export async function readSendQueues(): Promise<Map<string, string>> {
  const tables = await Promise.all(TABLES.map((table) => readFile(table, "utf8").catch(() => "")));
  const queues = new Map<string, string>();
  for (const line of tables.join("").split("\n")) {
    const fields = line.trim().split(/\s+/);
    queues.set(fields[INODE] ?? "", fields[TX_QUEUE]?.split(":")[0] ?? "");
  }
  return queues;
}

export function inodeOf(socket: Socket): string {
  const { _handle: handle } = socket as Socket & { _handle?: { fd?: number } | null };
  try {
    return /\d+/.exec(readlinkSync(`/proc/self/fd/${handle?.fd}`))?.[0] ?? "";
  } catch {
    return "";
  }
}

import { execFileSync } from "node:child_process";
import { type CpuInfo, cpus, totalmem } from "node:os";

const SYSTEM = `${process.platform} ${process.arch}`;

/** Machines of one kind have the same processor, as many cores and the same system. */
export function kindOf(processors: readonly Pick<CpuInfo, "model">[], system: string): string {
  return `${processors.length} × ${processors[0]?.model.trim().replaceAll(/\s+/g, " ") || "?"}, ${system}`;
}

export function kindOfMachine(): string {
  return kindOf(cpus(), SYSTEM);
}

export function machine(): string {
  const parts = [
    kindOfMachine(),
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    fileSystem(),
    `Node ${process.versions.node}`,
  ];
  return parts.filter(Boolean).join(", ");
}

function fileSystem(): string {
  if (process.platform !== "linux") return "";
  return execFileSync("stat", ["-f", "-c", "%T", import.meta.dirname], { encoding: "utf8" }).trim();
}

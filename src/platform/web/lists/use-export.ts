import { type QueryKey, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { openApi } from "../api.ts";
import { fileNameOf, saveFile } from "../save-file.ts";

const PROGRESS_INTERVAL_MS = 100;
const QUOTE = 0x22;
const LINE_END = 0x0a;

export type Export = {
  what: string;
  path: string;
  fileName: string;
  changes: QueryKey;
};

export function useExport({ what, path, fileName, changes }: Export) {
  const [rows, setRows] = useState(0);
  const running = useRef<AbortController>(undefined);

  const download = useMutation({
    mutationFn: async (query: string): Promise<"saved" | "cancelled"> => {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setRows(0);
      try {
        const response = await openApi(`${path}${query && `?${query}`}`, { signal });
        const file = await collect(response, setRows);
        saveFile(file, fileNameOf(response, fileName));
        return "saved";
      } catch (error) {
        if (signal.aborted) return "cancelled";
        throw error;
      }
    },
    meta: {
      mayChange: [changes],
      success: (outcome) =>
        outcome === "cancelled"
          ? { title: "Export cancelled" }
          : { title: "Success", description: `${what.charAt(0).toUpperCase()}${what.slice(1)} exported successfully` },
      fallback: `Failed to export ${what}`,
    },
  });

  return { isRunning: download.isPending, rows, start: download.mutate, cancel: () => running.current?.abort() };
}

async function collect(response: Response, onRows: (rows: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const counter = new RecordCounter();
  let shownAt = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value);
    counter.add(read.value);
    if (performance.now() - shownAt < PROGRESS_INTERVAL_MS) continue;
    shownAt = performance.now();
    onRows(counter.rows);
  }
  onRows(counter.rows);
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

class RecordCounter {
  #lines = 0;
  #isQuoted = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_END && !this.#isQuoted) this.#lines++;
    }
  }

  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }
}

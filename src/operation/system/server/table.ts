declare module "#platform/server/database/tables.ts" {
  interface Tables {
    system_figures: SystemFiguresTable;
    system_processes: SystemProcessesTable;
    disk_readings: DiskReadingsTable;
    system_alarms: SystemAlarmsTable;
  }
}

/** call: a route. loop: the delay of the event loop, one entry per minute. proxy: how requests arrived. */
export type FigureKind = "call" | "loop" | "proxy";

/** Added up by all processes. */
export type SystemFiguresTable = {
  /** "2026-11-20T15", UTC. */
  hour: string;
  kind: FigureKind;
  name: string;
  count: number;
  errors: number;
  total_ms: number;
  max_ms: number;
};

export type SystemProcessesTable = {
  id: string;
  version: string;
  started_at: string;
  seen_at: string;
  stopped_at: string | null;
  /** Since when another process has not seen it any more. */
  suspected_at: string | null;
  /** When it was taken for ended without a stop. */
  crashed_at: string | null;
};

export type DiskReadingsTable = {
  /** UTC. */
  day: string;
  place: string;
  /** "" on SQLite, where all processes share one. */
  machine: string;
  free_bytes: number;
};

export type SystemAlarmsTable = {
  id: string;
  bad_since: string;
  good_since: string | null;
  /** When the mail was enqueued. */
  told_at: string | null;
  updated_at: string;
};

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    system_figures: SystemFiguresTable;
    system_processes: SystemProcessesTable;
    disk_readings: DiskReadingsTable;
    system_alarms: SystemAlarmsTable;
  }
}

/** call: a route. loop: the delay of the event loop, one entry per minute. */
export type FigureKind = "call" | "loop";

/** Added up by all processes. */
export type SystemFiguresTable = {
  /** "2026-11-20T15", UTC. */
  hour: string;
  kind: FigureKind;
  name: string;
  count: number;
  errors: number;
  /** Of the loop; 0 for calls. */
  total_ms: number;
  max_ms: number;
};

export type SystemProcessesTable = {
  /** Of its lock, which shows that it is alive. */
  id: string;
  version: string;
  started_at: string;
  stopped_at: string | null;
  /** When it was found to have ended without a stop. */
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

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

export type SystemFiguresTable = {
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
  stopped_at: string | null;
  crashed_at: string | null;
};

export type DiskReadingsTable = {
  day: string;
  place: string;
  machine: string;
  free_bytes: number;
};

export type SystemAlarmsTable = {
  id: string;
  bad_since: string;
  good_since: string | null;
  told_at: string | null;
  updated_at: string;
};

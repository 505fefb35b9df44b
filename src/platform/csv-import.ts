import * as z from "zod/mini";

export const IMPORT_LIMITS = { bytes: 8 * 1024 * 1024, rows: 10_000, problems: 1_000 };

/** check: report what the import would do, without changes. import: do it, unless a line is wrong. */
export const IMPORT_MODES = ["check", "import"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const importReportSchema = z.object({
  rows: z.number(),
  /** Created by the import, or by a check what it would create. */
  made: z.number(),
  /** Lines that exist already. */
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** The full count, also beyond IMPORT_LIMITS.problems. */
  wrongLines: z.number(),
  problems: z.array(
    z.object({
      line: z.number(),
      /** Null for a problem of the whole line. */
      column: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  unknownColumns: z.array(z.string()),
});

export type ImportReport = z.infer<typeof importReportSchema>;
export type ImportProblem = ImportReport["problems"][number];

export const importQuerySchema = z.object({ mode: z.enum(IMPORT_MODES, "mode must be check or import") });

export const importAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  report: importReportSchema,
});

export type ImportAnswer = z.infer<typeof importAnswerSchema>;

// What is said about a file of records: what would be made of it, and what is wrong in which line.
import * as z from "zod/mini";

export const IMPORT_LIMITS = { bytes: 8 * 1024 * 1024, rows: 10_000, problems: 1_000 };

/** check: say what would happen, change nothing. import: do it, unless a line is wrong. */
export const IMPORT_MODES = ["check", "import"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const importReportSchema = z.object({
  /** Records in the file. */
  rows: z.number(),
  /** How many are made, or would be. */
  made: z.number(),
  /** What is there already. */
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** How many lines are wrong, also where there are too many to name. */
  wrongLines: z.number(),
  /** The first thousand. */
  problems: z.array(
    z.object({
      line: z.number(),
      /** Null where it is about the line as a whole. */
      column: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  /** Columns of the file that mean nothing here. */
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

import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

export const IMPORT_LIMITS = { bytes: 8 * 1024 * 1024, rows: 10_000, problems: 1_000 };

export const IMPORT_MODES = ["check", "import"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const importReportSchema = z.object({
  rows: z.number(),
  made: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  wrongLines: z.number(),
  problems: z.array(
    z.object({
      line: z.number(),
      column: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  unknownColumns: z.array(z.string()),
});

export type ImportReport = z.infer<typeof importReportSchema>;
export type ImportProblem = ImportReport["problems"][number];

export const importQuerySchema = z.object({ mode: z.enum(IMPORT_MODES, "mode must be check or import") });

export const importAnswerSchema = answerOf({
  message: z.string(),
  report: importReportSchema,
});

export type ImportAnswer = z.infer<typeof importAnswerSchema>;

import type * as z from "zod/mini";
import { IMPORT_LIMITS, type ImportReport, importAnswerSchema, type importQuerySchema } from "#platform/csv-import.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "../clock.ts";
import { endpoints } from "../endpoints.ts";
import type { App } from "../http/types.ts";
import type { ImportRequest } from "./csv-import.ts";

type Import<Query> = {
  records: string;
  clock: Clock;
  query: z.ZodMiniType<Query>;
  importFile: (request: ImportRequest, query: Query) => Promise<ImportReport>;
};

export function importRoutes<Query extends z.output<typeof importQuerySchema>>({
  records,
  clock,
  query: querySchema,
  importFile,
}: Import<Query>) {
  return endpoints({ access: "admin", duties: ["run"], programs: true, adds: true, clock }, (api, app) => {
    acceptCsvOnly(app);
    api.post("", {
      summary: `${records} from a CSV file (text/csv, 8 MB): mode=check says what would happen, mode=import does it`,
      query: querySchema,
      answer: importAnswerSchema,
      options: { bodyLimit: IMPORT_LIMITS.bytes },
      handle: async ({ query, by, request }) => {
        const isCheck = query.mode === "check";
        const report = await importFile({ file: csvBodyOf(request), isCheck, ...by }, query);
        return { message: isCheck ? "File checked" : `${records} imported`, report };
      },
    });
  });
}

function acceptCsvOnly(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("text/csv", { parseAs: "buffer", bodyLimit: IMPORT_LIMITS.bytes }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser("*", (_request, _payload, done) => done(notCsv(), undefined));
}

function csvBodyOf(request: { body: unknown }): Uint8Array {
  if (request.body instanceof Uint8Array) return request.body;
  throw notCsv();
}

function notCsv(): AppError {
  return new AppError("unsupported_media_type", "Send a CSV file, with the content type text/csv.");
}

import { IMPORT_LIMITS } from "#platform/csv-import.ts";
import { AppError } from "#platform/errors.ts";
import type { App } from "./app.ts";

/** Within a group of routes of its own: takes CSV and nothing else. The body is what was sent, byte for byte. */
export function acceptCsvOnly(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("text/csv", { parseAs: "buffer", bodyLimit: IMPORT_LIMITS.bytes }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser("*", (_request, _payload, done) =>
    done(new AppError("unsupported_media_type", "Send a CSV file, with the content type text/csv."), undefined),
  );
}

/** The file that came with a request to such a route. */
export function csvBodyOf(request: { body: unknown }): Uint8Array {
  if (request.body instanceof Uint8Array) return request.body;
  throw new AppError("unsupported_media_type", "Send a CSV file, with the content type text/csv.");
}

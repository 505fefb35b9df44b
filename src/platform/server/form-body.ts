import { AppError } from "#platform/errors.ts";
import type { App } from "./http/types.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Names that the JSON parser refuses too, because they reach the prototype of objects. */
export const REFUSED_NAMES = new Set(["__proto__", "constructor", "prototype"]);

/** The routes of this plugin also take what a browser sends of a form without script, as an object of texts. */
export function acceptForms(app: App): void {
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, readForm(String(body)));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

/** Throws invalid_input for a field that is there twice: which of both would count? */
function readForm(body: string): Record<string, string> {
  const fields = [...new URLSearchParams(body)];
  const names = new Set(fields.map(([name]) => name));
  const isRefused = [...names].some((name) => REFUSED_NAMES.has(name)) || fields.flat().join("").includes("\0");
  if (isRefused || names.size < fields.length) throw new AppError("invalid_input", "The request could not be read.");
  return Object.fromEntries(fields);
}

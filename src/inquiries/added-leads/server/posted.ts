// What a program has posted. The body is read here and not by the route's schema, because a vendor names fields as it likes.
import type { SentField } from "#inquiries/added-leads/added-lead.ts";
import type { FieldErrors } from "#platform/errors.ts";
import { FORM_TYPE, REFUSED_NAMES } from "#platform/server/form-body.ts";
import type { App } from "#platform/server/http/types.ts";
import { freeTextSchema } from "#platform/text.ts";

export type Posted = {
  /** The key of a program that cannot send headers. It is in nothing else. */
  key: string | undefined;
  text: string;
  fields: readonly SentField[];
  problem?: { message: string; fields?: FieldErrors };
};

const MAX_FIELDS = 200;
const MAX_DEPTH = 6;
const MAX_NAME_LENGTH = 200;
const UNREADABLE = "The request could not be read.";
/** Also as addresses and JSON may write its underscore. */
const KEYS = /porchlight(?:_|%5f|\\u005f)[\w-]*/gi;
/** Bounded, because a body is read before its key is known: without bounds it takes the square of its length. */
const BRACKETS = /\[([^\][]{0,200})\]/g;

const valueSchema = freeTextSchema(Number.MAX_SAFE_INTEGER);

/** Only for the routes of this plugin: all others read JSON alone. */
export function readPosted(app: App): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    parse(request, `${body}`, (error, value) => done(null, error ? unreadable(`${body}`) : posted(`${body}`, value))),
  );
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, (_request, body, done) =>
    done(null, postedForm(`${body}`)),
  );
}

/** Reads a stored body again. It was posted as JSON or as a form. */
export function readText(text: string): Posted {
  if (!isJson(text)) return postedForm(text);
  try {
    return posted(text, JSON.parse(text));
  } catch {
    return unreadable(text);
  }
}

export function isJson(text: string): boolean {
  return /^\s*[{["]/.test(text);
}

function postedForm(text: string): Posted {
  const all = [...new URLSearchParams(text)].map(([name, value]): SentField => [name.replace(BRACKETS, ".$1"), value]);
  const { keys = [], rest = [] } = Object.groupBy(all, ([name]) => (name === "key" ? "keys" : "rest"));
  return keys.length > 1 ? unreadable(text) : checked(text, rest, keys[0]?.[1]);
}

function posted(text: string, value: unknown): Posted {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return unreadable(text);
  const fields: SentField[] = [];
  const { key, ...rest } = value as { key?: unknown };
  const own = typeof key === "string" ? key : undefined;
  return flatten(rest, "", fields) ? checked(text, fields, own) : { ...unreadable(text), key: own };
}

/** Returns false if there is too much. */
function flatten(value: object, path: string, fields: SentField[], depth = 1): boolean {
  if (depth > MAX_DEPTH) return false;
  for (const [name, part] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name;
    if (fields.length > MAX_FIELDS) return false;
    if (typeof part !== "object" || part === null) fields.push([at, part === null ? "" : `${part}`]);
    else if (Array.isArray(part) && part.every((one) => typeof one !== "object")) fields.push([at, part.join(", ")]);
    else if (!flatten(part, at, fields, depth + 1)) return false;
  }
  return true;
}

function checked(text: string, all: readonly SentField[], key: string | undefined): Posted {
  const cleaned = all.map(([path, value]): SentField => [path, value.replace(KEYS, "…")]);
  const fields = cleaned.filter(([, value]) => value.trim() !== "");
  const names = all.map(([path]) => path);
  const isReadable =
    names.length <= MAX_FIELDS &&
    new Set(names).size === names.length &&
    names.every((name) => name.length <= MAX_NAME_LENGTH && valueSchema.safeParse(name).success) &&
    !names.some((name) => name.split(".").some((part) => REFUSED_NAMES.has(part)));
  if (!isReadable) return { ...unreadable(text), key };
  const wrong = fields.flatMap(([path, value]) => {
    const { error } = valueSchema.safeParse(value);
    return error ? [[path, error.issues[0]?.message ?? UNREADABLE]] : [];
  });
  const [first] = wrong;
  const problem = first && { message: first[1] ?? UNREADABLE, fields: Object.fromEntries(wrong) };
  return { key, text: withoutKeys(text), fields, ...(problem && { problem }) };
}

function unreadable(text: string): Posted {
  return { key: undefined, text: withoutKeys(text), fields: [], problem: { message: UNREADABLE } };
}

/** PostgreSQL stores no character NUL. */
function withoutKeys(text: string): string {
  return text.replace(KEYS, "…").replaceAll("\0", "\uFFFD");
}

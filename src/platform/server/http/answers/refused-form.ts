// A form that was sent without script comes back as its page, with what was typed and what is wrong with it.
import type { FastifyReply } from "fastify";
import type { AppError, FieldErrors } from "#platform/errors.ts";
import { escapeHtml } from "#platform/text.ts";
import { contentSecurityPolicy, pageHeaders } from "../page-headers.ts";

type Texts = Readonly<Record<string, string>>;
type Refused = {
  /** What was typed, by the names of the fields. */
  typed: Texts;
  errors: FieldErrors;
  message: string;
  /** Goes along when the form is sent again, though the form has no field for it. With a label it is shown. */
  carried: Readonly<Record<string, { value: string; label?: string }>>;
};

const CONTROL = /<(input|select|option)\b[^>]*>/g;
const NOTE = /(<div data-answer=""[^>]*class="note)([^>]*)>/;

export function answerRefusedForm(
  reply: FastifyReply,
  refusal: AppError,
  { html, typed, carried }: Pick<Refused, "typed" | "carried"> & { html: string },
): FastifyReply {
  const { fields: errors = {}, retryAfterSeconds } = refusal.details;
  reply.request.refusal = refusal.code;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  return reply
    .status(refusal.status)
    .type("text/html; charset=utf-8")
    .headers({ ...pageHeaders({ indexed: false }), "content-security-policy": contentSecurityPolicy(html) })
    .serializer(String)
    .send(refusedForm(html, { typed, carried, errors, message: refusal.message }));
}

/** The page has one form. The first mistake has the focus; one that belongs to no input is said above the form. */
export function refusedForm(html: string, { typed, errors, message, carried }: Refused): string {
  let focus = " autofocus";
  const focusOnce = () => {
    const first = focus;
    focus = "";
    return first;
  };
  let chosen: string | undefined;
  const filled = html.replace(CONTROL, (tag, kind: string) => {
    const name = attribute(tag, "name");
    if (kind === "select") chosen = typed[name];
    if (kind === "option") return attribute(tag, "value") === chosen ? tag.replace(">", " selected>") : tag;
    if (kind === "select" || attribute(tag, "type") === "hidden") return tag;
    const start = `${tag.replace(/\/?>$/, "")} value="${escapeHtml(typed[name] ?? "")}"`;
    const error = errors[name];
    if (!error) return `${start}>`;
    const id = `${attribute(tag, "id")}-error`;
    const described = `aria-invalid="true" aria-describedby="${id}"${focusOnce()}`;
    return `${start} ${described}><p id="${id}" class="field-error">${escapeHtml(error)}</p>`;
  });
  const note = focus ? { tone: " note-danger", focus, text: escapeHtml(message) } : undefined;
  return filled
    .replace(NOTE, (_, start, rest) => (note ? `${start}${note.tone}${rest}${note.focus}>${note.text}` : _))
    .replace("<details>", "<details open>")
    .replace("</form>", () => `${Object.entries(carried).map(carriedField).join("")}</form>`);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

function carriedField([name, { value, label }]: [string, { value: string; label?: string }]): string {
  const shown = label ? `<p class="text-small mt-3">${label}: ${escapeHtml(value)}</p>` : "";
  return `${shown}<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

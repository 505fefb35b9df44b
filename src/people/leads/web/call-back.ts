// Answers the form that asks for a call in place. It changes no element that React may draw, only their attributes and texts.
import { shownVersion } from "#company/facts/facts.ts";
import { CALL_BACK_FORM } from "#company/shell/call-back.ts";
import { TYPED_ADDRESS_KEY } from "#company/shell/web/address-prefill.ts";
import { attemptKey } from "#platform/web/attempt-key.ts";
import { forget, recall } from "#platform/web/tab-storage.ts";
import { storedAttribution } from "./attribution.ts";

const ATTEMPT_KEY = "call-back-attempt";
const NOT_SENT = "This could not be sent. Please check your connection and try again, or call.";
const TIMEOUT_MS = 15_000;

type Answer = {
  message?: string;
  fields?: Record<string, string>;
  promise?: { by: string; late: string };
};

export function answerCallBacks(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== CALL_BACK_FORM) return;
    event.preventDefault();
    if (form.ariaBusy !== "true") void send(form);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const fields: Record<string, unknown> = Object.fromEntries(new FormData(form));
  // The field for it is on the home page; on another page it may have been typed before.
  fields.address ||= recall(TYPED_ADDRESS_KEY) ?? undefined;
  form.ariaBusy = "true";
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": attemptKey(ATTEMPT_KEY, fields) },
      body: JSON.stringify({ ...fields, siteVersion: shownVersion(), source: storedAttribution() }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: Answer = await response.json();
    if (response.ok) forget(ATTEMPT_KEY);
    show(form, answer, response.ok);
  } catch {
    show(form, {}, false);
  } finally {
    form.ariaBusy = null;
  }
}

function show(form: HTMLFormElement, { message = NOT_SENT, fields = {}, promise }: Answer, isTaken: boolean): void {
  const part = (selector: string) => form.querySelector<HTMLElement>(selector);
  const [answer, inputs] = [part("[data-answer]"), part("[data-fields]")];
  if (!answer || !inputs) return;
  inputs.hidden = isTaken;
  answer.classList.toggle("note-ok", isTaken);
  answer.classList.toggle("note-danger", !isTaken);
  answer.textContent = message;
  const sayLate = ({ late }: { late: string }) => {
    answer.textContent = late;
  };
  if (promise) setTimeout(sayLate, Date.parse(promise.by) - Date.now(), promise);
  for (const input of form.querySelectorAll("input")) input.ariaInvalid = input.name in fields ? "true" : null;
  const [wrong] = Object.keys(fields);
  (wrong && !isTaken ? (part(`[name="${CSS.escape(wrong)}"]`) ?? answer) : answer).focus();
}

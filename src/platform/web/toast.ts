// Content pages have no framework. The live region is in the document from the start, because screen readers ignore
// regions that are added together with their text.
import { forget, recall, remember } from "./tab-storage.ts";

export type Toast = { title: string; description?: string; tone?: "default" | "destructive" };

/** The toast of an answer with a message. */
export const messageToast = (answer: unknown): Toast => ({
  title: "Success",
  description: (answer as { message: string }).message,
});

const SHOWN_MS = 5000;
const CARRIED_KEY = "toast";

export const dialogRegions = new Set<HTMLElement>();

let dismiss = () => {};

export function showToast({ title, description, tone = "default" }: Toast): void {
  const region = topRegion();
  if (!region) return;
  dismiss();

  const toast = document.createElement("div");
  toast.className = `toast toast-${tone}`;
  toast.append(textElement("p", "toast-title", title));
  if (description) toast.append(textElement("p", "toast-description", description));
  const close = textElement("button", "toast-close", "×");
  close.type = "button";
  close.setAttribute("aria-label", "Close message");
  toast.append(close);
  region.replaceChildren(toast);

  let left = SHOWN_MS;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    startedAt = Date.now();
    timer = setTimeout(remove, left);
  };
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - startedAt;
  };
  const resume = () => {
    if (timer === undefined && !toast.matches(":hover") && !toast.contains(document.activeElement)) run();
  };
  const remove = () => {
    clearTimeout(timer);
    toast.remove();
  };
  dismiss = remove;
  close.addEventListener("click", remove);
  toast.addEventListener("pointerenter", pause);
  toast.addEventListener("pointerleave", resume);
  toast.addEventListener("focusin", pause);
  toast.addEventListener("focusout", () => queueMicrotask(resume));
  run();
}

/** A modal dialog makes everything outside it inert, so the toast goes inside. */
export function topRegion(): HTMLElement | null {
  return [...dialogRegions].at(-1) ?? document.getElementById("toasts");
}

export function showToastAfterNavigation(toast: Toast): void {
  remember(CARRIED_KEY, toast);
}

export function showStoredToast(): void {
  const carried = recall(CARRIED_KEY) as Toast | null;
  forget(CARRIED_KEY);
  if (carried) showToast(carried);
}

function textElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text: string) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

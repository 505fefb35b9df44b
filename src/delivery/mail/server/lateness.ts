import { MAIL_KINDS, type MailKind, type Message } from "#delivery/mail/mail.ts";

const MINUTE_MS = 60_000;
const LATE_MINUTES = 10;
const HOUR_MINUTES = 60;

/** Staff read "within minutes" in a notice, and the mail server may have been down since. */
export function withLateness(mail: { kind: MailKind; due_at: string }, message: Message, now: Date): Message {
  const minutes = Math.round((now.getTime() - Date.parse(mail.due_at)) / MINUTE_MS);
  if (!("tells" in MAIL_KINDS[mail.kind]) || minutes < LATE_MINUTES) return message;
  const since = `This came in ${durationOf(minutes)} ago.`;
  const { letter } = message;
  return {
    ...message,
    letter: {
      ...letter,
      preheader: `${since} ${letter.preheader}`,
      paragraphs: [`${since} This e-mail could not be sent before.`, ...letter.paragraphs],
    },
  };
}

function durationOf(minutes: number): string {
  const [count, unit] = minutes < 2 * HOUR_MINUTES ? [minutes, "minute"] : [Math.round(minutes / HOUR_MINUTES), "hour"];
  return new Intl.NumberFormat("en-US", { style: "unit", unit, unitDisplay: "long" }).format(count);
}

import { MAIL_KINDS, type MailKind, type Message } from "#delivery/mail/mail.ts";

export type OptOut = {
  hasStopped: (address: string) => Promise<boolean>;
  urlOf: (address: string) => Promise<string>;
};

const STILL_SENT = {
  meeting: "You stopped e-mail. This one goes out all the same because it is about your meeting.",
  asked: "You stopped e-mail. This one goes out all the same because it answers what you asked for just now.",
};

/** Returns undefined if the recipient has stopped e-mail and the message is neither about a meeting nor asked for. */
export async function withOptOut(kind: MailKind, message: Message, optOut: OptOut): Promise<Message | undefined> {
  const about = MAIL_KINDS[kind];
  const [recipient] = message.to;
  if (about.audience !== "visitor" || !recipient) return message;
  const hasStopped = await optOut.hasStopped(recipient.address);
  if (hasStopped && about.why === "permitted") return undefined;
  const { letter } = message;
  const reason = hasStopped && about.why !== "permitted" ? `${letter.reason} ${STILL_SENT[about.why]}` : letter.reason;
  if (about.why === "meeting" || hasStopped) return { ...message, letter: { ...letter, reason } };
  const url = await optOut.urlOf(recipient.address);
  const optOuts = [...(letter.optOuts ?? []), { label: "Stop e-mail", url }];
  return { ...message, letter: { ...letter, reason, optOuts }, unsubscribeUrl: url };
}

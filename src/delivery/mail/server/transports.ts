import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { currentFacts } from "#company/facts/facts.ts";
import type { Mailbox, MailTransport, Message } from "#delivery/mail/mail.ts";
import { renderHtml, renderText } from "./layout.ts";
import { OUTBOX_FOLDER } from "./outbox-files.ts";
import type { MailsTable } from "./table.ts";

/** Rejects with DeliveryError if the message was not accepted. */
export type Transport = {
  readonly kind: MailTransport;
  readonly target: string;
  send(mail: MailsTable, message: Message, signal: AbortSignal): Promise<void>;
};

export class DeliveryError extends Error {
  readonly isFinal: boolean;
  /** The code is safe for logs: it holds no address and no text of the server. */
  readonly code: string;

  constructor(message: string, details: { isFinal: boolean; code: string }) {
    super(message);
    this.isFinal = details.isFinal;
    this.code = details.code;
  }
}

type Settings = { smtpUrl: string | undefined; dataDir: string };
type Sender = { readonly mailFrom: string };

const SMTP_TIMEOUTS = { connectionTimeout: 10_000, dnsTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_ERROR_LENGTH = 300;

export function openTransport(settings: Settings, sender: Sender): Transport {
  return settings.smtpUrl
    ? smtpTransport(settings.smtpUrl, sender)
    : outboxTransport(join(settings.dataDir, OUTBOX_FOLDER), sender);
}

function smtpTransport(smtpUrl: string, sender: Sender): Transport {
  const { protocol, hostname, port, host } = new URL(smtpUrl);
  const open = async () =>
    (await loadNodemailer()).createTransport({
      url: smtpUrl,
      ...SMTP_TIMEOUTS,
      ...NO_EXTERNAL_CONTENT,
      // On the same machine no other host can intercept the connection, and such servers rarely have a signed certificate.
      ...(LOOPBACK.has(hostname) && { tls: { rejectUnauthorized: false } }),
    });
  let transporter: ReturnType<typeof open> | undefined;
  return {
    kind: "smtp",
    target: port ? host : `${hostname}:${protocol === "smtps:" ? 465 : 587}`,
    send: async (mail, message, signal) => {
      try {
        transporter ??= open();
        await (await transporter).sendMail({ ...toMime(mail, message, sender.mailFrom), signal } as SendMailOptions);
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
  };
}

function outboxTransport(folder: string, sender: Sender): Transport {
  const open = async () =>
    (await loadNodemailer()).createTransport({
      streamTransport: true,
      buffer: true,
      newline: "windows",
      ...NO_EXTERNAL_CONTENT,
    });
  let transporter: ReturnType<typeof open> | undefined;
  return {
    kind: "outbox",
    target: folder,
    send: async (mail, message) => {
      try {
        transporter ??= open();
        const info = await (await transporter).sendMail(toMime(mail, message, sender.mailFrom));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const at = (mail.first_tried_at ?? mail.due_at).replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
        const file = join(folder, `${at} ${mail.kind} ${mail.id}.eml`);
        // Other programs must not see an incomplete file.
        await writeFile(`${file}.part`, info.message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        const { code = "unknown" } = error as NodeJS.ErrnoException;
        throw new DeliveryError(`The outbox folder cannot be written (${code})`, { isFinal: false, code });
      }
    },
  };
}

async function loadNodemailer() {
  return (await import("nodemailer")).default;
}

/** Whatever a message contains, nodemailer must not fetch URLs or read files. */
const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true };

function toMime(
  mail: MailsTable,
  { to, replyTo, letter, invite, unsubscribeUrl }: Message,
  mailFrom: string,
): SendMailOptions {
  return {
    messageId: `<${mail.id}@${mailFrom.slice(mailFrom.lastIndexOf("@") + 1)}>`,
    date: new Date(mail.first_tried_at ?? mail.due_at),
    from: { name: currentFacts().company.name, address: mailFrom },
    to: to.map(oneLine),
    replyTo: oneLine(replyTo),
    envelope: { from: mailFrom, to: to.map(({ address }) => address) },
    subject: letter.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(unsubscribeUrl && {
      list: { unsubscribe: [[unsubscribeUrl, `${replyTo.address}?subject=Stop%20e-mail`]] },
    }),
    ...(invite && {
      icalEvent: { method: invite.method, filename: "meeting.ics", content: invite.content },
    }),
  } as SendMailOptions;
}

function oneLine({ name, address }: Mailbox) {
  return { name: name.replace(/\p{Cc}/gu, " "), address };
}

type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number };

function toDeliveryError(thrown: unknown): DeliveryError {
  const { message, code = "unknown", command = "", responseCode } = thrown as SmtpFailure;
  // A refusal of the recipient or the message is final. The owner can fix a refusal of the sender or password, and then
  // every message should still be sent.
  const isAboutThisMessage = /^(RCPT|DATA)/.test(command) || code === "EENVELOPE" || code === "EMESSAGE";
  const isForGood = responseCode === undefined ? code === "EENVELOPE" : responseCode >= 500;
  return new DeliveryError(message.replace(/\p{Cc}+/gu, " ").slice(0, MAX_ERROR_LENGTH), {
    isFinal: isAboutThisMessage && isForGood,
    code: responseCode === undefined ? code : `${code} ${responseCode}`,
  });
}

// What the site's own public address answers: its certificate, and the time.
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { sql } from "kysely";
import { timeZone } from "#company/facts/facts.ts";
import type { Finding } from "#operation/system/system.ts";
import { formatInstant } from "#platform/dates.ts";
import { request as httpRequest } from "#platform/server/http/node-http.ts";
import { type Check, type CheckContext, notChecked, ok, type Subject, trouble, warning } from "./check.ts";
import { isLocalHost } from "./public-url.ts";
import { durationText } from "./words.ts";

const CERTIFICATE: Subject = { id: "certificate", group: "address", title: "Certificate" };
const CLOCK: Subject = { id: "clock", group: "machine", title: "Clock" };

const TIMEOUT_MS = 3_000;
const DAY_MS = 24 * 60 * 60_000;
const TROUBLE_MS = 14 * DAY_MS;
/** Programs renew a certificate thirty days before its end. */
const WARNING_MS = 21 * DAY_MS;
/** Codes of a second factor allow half a minute. */
const CLOCK_WARNING_MS = 30_000;
const CLOCK_TROUBLE_MS = 5 * 60_000;

type Probe = {
  isThisMachine: boolean;
  date: Date | undefined;
  /** Only of https. */
  certificate: { endsAt: Date; refusal: string | undefined } | undefined;
};

export const addressCheck: Check = {
  subjects: [CERTIFICATE, CLOCK],
  isRemote: true,
  run: async (context) => {
    const { publicUrl } = context.config;
    const probe =
      isLocalHost(new URL(publicUrl).hostname) && !publicUrl.startsWith("https:") ? undefined : await ask(publicUrl);
    return [checkCertificate(probe, context), await checkClock(probe, context)];
  },
};

function checkCertificate(probe: Probe | Error | undefined, { config: { publicUrl }, now }: CheckContext): Finding {
  if (!publicUrl.startsWith("https:")) return notChecked(CERTIFICATE, "PUBLIC_URL does not begin with https.");
  const certificate = probe instanceof Error ? undefined : probe?.certificate;
  if (!certificate)
    return notChecked(
      CERTIFICATE,
      `${publicUrl} did not answer here${probe instanceof Error ? ` (${probe.message})` : ""}.`,
      "Open the address from another network. If it works there, this machine cannot reach itself by its public name.",
    );
  const left = certificate.endsAt.getTime() - now.getTime();
  const ends = `ends on ${formatInstant(certificate.endsAt, timeZone)}`;
  const renew = "Renew it now, and look why the program that renews it (Caddy, certbot) did not: its log says so.";
  if (left <= 0)
    return trouble(CERTIFICATE, `The certificate of ${publicUrl} has ended: browsers refuse the site.`, renew);
  if (left < TROUBLE_MS)
    return trouble(CERTIFICATE, `The certificate of ${publicUrl} ${ends}, in ${durationText(left)}.`, renew);
  if (certificate.refusal)
    return warning(
      CERTIFICATE,
      `This machine does not trust the certificate of ${publicUrl} (${certificate.refusal}). It ${ends}.`,
      "Unless you gave it out yourself, get one that browsers trust: Caddy does it by itself.",
    );
  if (left < WARNING_MS)
    return warning(CERTIFICATE, `The certificate of ${publicUrl} ${ends}, in ${durationText(left)}.`, renew);
  return ok(CERTIFICATE, `The certificate of ${publicUrl} ${ends}, in ${durationText(left)}.`);
}

/** The database's clock where it has one of its own, or the Date of an answer that another machine gave. */
async function checkClock(probe: Probe | Error | undefined, { engine, read }: CheckContext): Promise<Finding> {
  const other = probe instanceof Error || !probe || probe.isThisMachine ? undefined : probe.date;
  const compared =
    engine === "postgres" ? await databaseTime(read) : other && { time: other, of: "the answer of PUBLIC_URL" };
  if (!compared)
    return notChecked(
      CLOCK,
      "No other machine answered with its time, so that the clock has nothing to be compared with.",
      "timedatectl says on Linux whether the clock is kept right.",
    );
  // The system's clock, which is what is checked.
  const difference = Math.abs(Date.now() - compared.time.getTime());
  const found = `This machine and ${compared.of} differ by ${durationText(difference)}.`;
  const toDo = "Switch on time synchronisation (timedatectl set-ntp true) on the machine that is wrong.";
  if (difference >= CLOCK_TROUBLE_MS) return trouble(CLOCK, found, toDo);
  if (difference >= CLOCK_WARNING_MS) return warning(CLOCK, found, toDo);
  return ok(CLOCK, found);
}

async function databaseTime(read: CheckContext["read"]): Promise<{ time: Date; of: string } | undefined> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(read);
  return rows[0] && { time: new Date(rows[0].time), of: "the database" };
}

/** An Error says in words why there was no answer. */
function ask(publicUrl: string): Promise<Probe | Error> {
  const url = new URL("/healthz", publicUrl);
  const isHttps = url.protocol === "https:";
  return new Promise((resolve) => {
    const request = (isHttps ? httpsRequest : httpRequest)(
      url,
      // A certificate that nobody trusts is read as well: why it is not trusted is a finding.
      {
        method: "HEAD",
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isHttps && { rejectUnauthorized: false }),
      },
      (answer: IncomingMessage) => {
        answer.resume();
        const { date } = answer.headers;
        resolve({
          isThisMachine: isOnThisMachine(answer.socket),
          date: date ? new Date(date) : undefined,
          certificate: isHttps ? certificateOf(answer.socket as TLSSocket) : undefined,
        });
      },
    );
    request.once("error", (error: NodeJS.ErrnoException) => resolve(new Error(error.code ?? error.name)));
    request.end();
  });
}

function certificateOf(socket: TLSSocket): Probe["certificate"] {
  const { valid_to } = socket.getPeerCertificate();
  // Node's types say Error, but it is the code.
  const refusal = socket.authorized ? undefined : String(socket.authorizationError);
  return { endsAt: new Date(valid_to), refusal };
}

/** A machine reaches its own addresses from themselves. Asking for all of them is not everywhere permitted, and throws there. */
function isOnThisMachine({ localAddress = "", remoteAddress = "" }: Socket): boolean {
  const plain = remoteAddress.replace(/^::ffff:/, "");
  return localAddress === remoteAddress || plain.startsWith("127.") || plain === "::1";
}

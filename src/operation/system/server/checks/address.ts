import { request as httpsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import { currentFacts } from "#company/facts/facts.ts";
import type { Finding } from "#operation/system/system.ts";
import { formatInstant } from "#platform/dates.ts";
import { type Check, type CheckContext, notChecked, ok, type Subject, trouble, warning } from "./check.ts";
import { durationText } from "./words.ts";

const CERTIFICATE: Subject = { id: "certificate", group: "address", title: "Certificate" };

const TIMEOUT_MS = 3_000;
const DAY_MS = 24 * 60 * 60_000;
const TROUBLE_MS = 14 * DAY_MS;
const WARNING_MS = 21 * DAY_MS;

type Certificate = { endsAt: Date; refusal: string | undefined };

export const addressCheck: Check = {
  subjects: [CERTIFICATE],
  isRemote: true,
  run: async (context) => [await checkCertificate(context)],
};

async function checkCertificate({ config: { publicUrl }, now }: CheckContext): Promise<Finding> {
  if (!publicUrl.startsWith("https:")) return notChecked(CERTIFICATE, "PUBLIC_URL does not begin with https.");
  const certificate = await readCertificate(publicUrl);
  if (certificate instanceof Error)
    return notChecked(
      CERTIFICATE,
      `${publicUrl} did not answer here (${certificate.message}).`,
      "Open the address from another network. If it works there, this machine cannot reach itself by its public name.",
    );
  const left = certificate.endsAt.getTime() - now.getTime();
  const ends = `ends on ${formatInstant(certificate.endsAt, currentFacts().timeZone)}`;
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

function readCertificate(publicUrl: string): Promise<Certificate | Error> {
  return new Promise((resolve) => {
    const request = httpsRequest(
      new URL("/healthz", publicUrl),
      // An untrusted certificate is read as well, because the reason is a finding.
      { method: "HEAD", agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), rejectUnauthorized: false },
      (answer) => {
        answer.resume();
        resolve(certificateOf(answer.socket as TLSSocket));
      },
    );
    request.once("error", (error: NodeJS.ErrnoException) => resolve(new Error(error.code ?? error.name)));
    request.end();
  });
}

function certificateOf(socket: TLSSocket): Certificate {
  const { valid_to } = socket.getPeerCertificate();
  const refusal = socket.authorized ? undefined : String(socket.authorizationError);
  return { endsAt: new Date(valid_to), refusal };
}

import type { Finding } from "#operation/system/system.ts";
import { type Arrivals, readArrivals } from "../arrivals.ts";
import { type Check, type CheckContext, ok, quietWarning, type Subject, warning } from "./check.ts";
import { count } from "./words.ts";

const ADDRESS: Subject = { id: "public-url", group: "address", title: "PUBLIC_URL" };
const PROXIES: Subject = { id: "proxies", group: "address", title: "Proxies" };

export const publicUrlCheck: Check = {
  subjects: [ADDRESS, PROXIES],
  run: async (context) => {
    const arrivals = await readArrivals(context.read, context.config, context.now);
    return [checkAddress(arrivals, context), checkProxies(arrivals, context)];
  },
};

export function isLocalHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(hostname);
}

function checkAddress(arrivals: Arrivals, { config: { publicUrl } }: CheckContext): Finding {
  const url = new URL(publicUrl);
  if (url.protocol === "http:" && arrivals.isMostlyHttps)
    return warning(
      ADDRESS,
      `Visitors come over https, but PUBLIC_URL is ${publicUrl}. Links in e-mail lead to the address without encryption.`,
      `Write PUBLIC_URL=https://${url.host} into the settings, and start the site again.`,
    );
  if (url.protocol === "https:" && arrivals.isMostlyHttp)
    return warning(
      ADDRESS,
      `PUBLIC_URL begins with https, but most requests reach the proxy without encryption.`,
      "Let the proxy redirect http to https.",
    );
  if (isLocalHost(url.hostname))
    return quietWarning(
      ADDRESS,
      `PUBLIC_URL is ${publicUrl}: links in e-mail open on this machine only.`,
      "Before the first visitor, write PUBLIC_URL with the site's address into the settings.",
    );
  if (url.protocol === "http:")
    return warning(
      ADDRESS,
      `PUBLIC_URL is ${publicUrl}: what visitors send is not encrypted on its way.`,
      "Put a proxy with https in front, and write PUBLIC_URL with https into the settings.",
    );
  return ok(ADDRESS, `PUBLIC_URL is ${publicUrl}.`);
}

function checkProxies(arrivals: Arrivals, { config: { trustProxy } }: CheckContext): Finding {
  const { total, untrustedProxy, isMostlyFromUntrusted, fromTrusted, forwarded } = arrivals;
  const present = trustProxy.join(",");
  const oneAddress = "All visitors count as one address: the tenth booking in ten minutes blocks everyone.";
  if (untrustedProxy)
    return warning(
      PROXIES,
      `Most requests come through a proxy at ${untrustedProxy}, which TRUST_PROXY does not name. ${oneAddress}`,
      `Write TRUST_PROXY=${[...trustProxy, untrustedProxy].join(",")} into the settings, and start the site again. If you have no proxy there, change nothing: any caller can send this header.`,
    );
  if (isMostlyFromUntrusted)
    return warning(
      PROXIES,
      `Most requests say that they come through a proxy (X-Forwarded-For), from addresses that TRUST_PROXY does not name. ${oneAddress}`,
      "If you use a service in front of the site, write the addresses that it publishes into TRUST_PROXY. If not, change nothing: any caller can send this header.",
    );
  if (trustProxy.length > 0 && total > 0 && forwarded === 0)
    return warning(
      PROXIES,
      fromTrusted > 0
        ? `TRUST_PROXY is ${present}, but none of ${count(fromTrusted, "request")} from there has X-Forwarded-For. ${oneAddress}`
        : `TRUST_PROXY is ${present}, but none of ${count(total, "request")} of the last day came from there.`,
      fromTrusted > 0
        ? "Let the proxy add it: in nginx, write proxy_set_header X-Forwarded-For $remote_addr; Caddy does it by itself."
        : "Correct the address of the proxy, or remove TRUST_PROXY if there is none.",
    );
  if (trustProxy.length === 0) return ok(PROXIES, total > 0 ? "Visitors come without a proxy." : "No proxy is set.");
  return ok(PROXIES, `Visitors come through ${present}${forwarded > 0 ? ", which says who they are" : ""}.`);
}

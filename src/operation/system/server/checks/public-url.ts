import type { Finding } from "#operation/system/system.ts";
import { isPublicAddress } from "#platform/server/outbound-http.ts";
import { type Check, type CheckContext, notChecked, ok, quietWarning, type Subject, warning } from "./check.ts";

const ADDRESS: Subject = { id: "public-url", group: "address", title: "Address of the site" };
const PROXIES: Subject = { id: "proxies", group: "address", title: "Proxies" };

export const publicUrlCheck: Check = {
  subjects: [ADDRESS, PROXIES],
  run: async (context) => [checkAddress(context), checkProxies(context)],
};

function isLocalHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(hostname);
}

function checkAddress({ config: { publicUrl } }: CheckContext): Finding {
  const url = new URL(publicUrl);
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

function checkProxies({ config: { trustProxy }, untrustedProxy, now }: CheckContext): Finding {
  if (!untrustedProxy)
    return notChecked(PROXIES, "Only the running site sees how requests come: look at Admin, System.");
  const address = untrustedProxy.addressAt(now);
  if (!address)
    return ok(PROXIES, trustProxy.length > 0 ? `TRUST_PROXY is ${trustProxy.join(",")}.` : "No proxy is set or seen.");
  // Any visitor can send the header from a public address.
  return (isPublicAddress(address) ? quietWarning : warning)(
    PROXIES,
    `Requests with X-Forwarded-For come from ${address}, which TRUST_PROXY does not name. If it is a proxy of yours, all visitors count as one address: the tenth booking in ten minutes blocks everyone.`,
    `If it is your proxy, write TRUST_PROXY=${[...trustProxy, address].join(",")} into the settings, and start the site again; for a service in front of the site write all addresses that it publishes. If not, change nothing: any caller can send this header.`,
  );
}

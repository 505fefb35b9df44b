import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6, SocketAddress } from "node:net";
import type { App } from "./types.ts";

const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const ZONE = /%.*$/;
const MAPPED = /^::ffff:([\d.]+)$/;
const TRANSLATED = /^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/;

const UNKNOWN = "unknown";

export function setClientAddresses(app: App, trusted: readonly string[]): void {
  const peerOf = clientAddressReader(trusted);
  app.addHook("onRequest", async (request) => {
    Object.defineProperty(request, "ip", { value: peerOf(request.raw) });
  });
}

/** Follows X-Forwarded-For through trusted proxies. An invalid value ends the walk at the proxy that wrote it. */
export function clientAddressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = proxyList(trusted);
  return ({ socket, headers }) => {
    let peer = readAddress(socket.remoteAddress ?? "") ?? UNKNOWN;
    const named = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    while (isIn(proxies, peer)) {
      const next = readAddress(named.pop() ?? "");
      if (!next) break;
      peer = next;
    }
    return peer;
  };
}

export function readAddress(text: string): string | undefined {
  const given = text.trim();
  const bare = (IN_BRACKETS.exec(given)?.[1] ?? IPV4_WITH_PORT.exec(given)?.[1] ?? given).replace(ZONE, "");
  if (!isIPv6(bare)) return isIP(bare) ? bare : undefined;
  const { address } = new SocketAddress({ address: bare, family: "ipv6" });
  return MAPPED.exec(address)?.[1] ?? translatedIpv4(address) ?? address;
}

function translatedIpv4(address: string): string | undefined {
  const [, high = "0", low] = TRANSLATED.exec(address) ?? [];
  if (low === undefined) return undefined;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.flatMap((half) => [half >> 8, half & 255]).join(".");
}

export function proxyTester(trusted: readonly string[]): (address: string) => boolean {
  const proxies = proxyList(trusted);
  return (address) => isIn(proxies, address);
}

/** An IPv6 customer has a whole /64, so it counts as one address in rate limits. */
export function clientAddressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head ? head.split(":") : [];
  if (tail !== undefined) {
    const after = tail ? tail.split(":") : [];
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

function proxyList(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/");
    if (bits !== undefined) list.addSubnet(address.replace(ZONE, ""), Number(bits), familyOf(address));
    else {
      const proxy = readAddress(address) ?? address;
      list.addAddress(proxy, familyOf(proxy));
    }
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

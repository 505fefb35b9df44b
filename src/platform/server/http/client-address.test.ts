import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clientAddressKey, clientAddressReader, readAddress } from "./client-address.ts";

const ipv4 = fc.ipV4();
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const port = fc.integer({ min: 1, max: 65_535 });

test("an IPv4 address is the same in all its spellings", () => {
  fc.assert(
    fc.property(ipv4, port, (address, number) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
      const [high, low] = [a * 256 + b, c * 256 + d].map((part) => part.toString(16)) as [string, string];
      for (const mapped of [`::ffff:${address}`, `::FFFF:${high}:${low}`, `0:0:0:0:0:ffff:${high}:${low}`])
        for (const text of [mapped, `[${mapped}]`, `[${mapped}]:${number}`, `${mapped}%eth0`])
          expect(readAddress(text), text).toBe(address);
      // 0.0.0.0 is not an address of a client.
      if (a + b + c + d > 0) expect(readAddress(`64:ff9b::${high}:${low}`)).toBe(address);
      for (const text of [address, `${address}:${number}`, ` ${address} `, `[${address}]:${number}`])
        expect(readAddress(text), text).toBe(address);
    }),
  );
});

test("an IPv6 address is the same in all its spellings, and counts with its /64", () => {
  fc.assert(
    fc.property(groups, groups, port, (parts, others, number) => {
      // With a smaller first group it could be an IPv4 address.
      parts[0] = (parts[0] ?? 0) | 0x2000;
      const hex = parts.map((part) => part.toString(16));
      const whole = hex.join(":");
      const padded = hex.map((part) => part.padStart(4, "0").toUpperCase()).join(":");
      const one = readAddress(whole);
      expect(isIP(one ?? "")).toBe(6);
      for (const text of [padded, `[${whole}]`, `[${padded}]:${number}`, `${whole}%eth0`, `[${whole}%25en1]:${number}`])
        expect(readAddress(text), text).toBe(one);
      expect(clientAddressKey(one ?? "")).toBe(`${hex.slice(0, 4).join(":")}::/64`);
      const neighbour = readAddress(
        [...parts.slice(0, 4), ...others.slice(4)].map((part) => part.toString(16)).join(":"),
      );
      expect(clientAddressKey(neighbour ?? "")).toBe(clientAddressKey(one ?? ""));
    }),
  );
});

test("whatever text arrives is an address in its one form or none", () => {
  const odd = fc.oneof(
    fc.string(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.stringMatching(/^[\d.:[\]%a-f,]{0,50}$/),
    fc.constantFrom(
      "unknown",
      "_hidden",
      '"[2001:db8::1]:80"',
      "[]:80",
      "[::1",
      "203.0.113.5:",
      "1.2.3.4:5:6",
      ":80",
      "::1%",
    ),
  );
  fc.assert(
    fc.property(odd, (text) => {
      const address = readAddress(text);
      if (address === undefined) return;
      expect(isIP(address)).not.toBe(0);
      expect(readAddress(address)).toBe(address);
    }),
  );
});

test("an untrusted peer is itself whatever it sends, and a proxy never makes anything but an address of a visitor", () => {
  const peerOf = clientAddressReader(["10.0.0.0/8", "2001:db8::1"]);
  const hop = fc.oneof(fc.string(), ipv4, fc.ipV6(), fc.constantFrom("10.0.0.2:80", "[2001:db8::1]:80", "junk", ""));
  fc.assert(
    fc.property(fc.array(hop), (hops) => {
      const header = hops.join(", ");
      expect(peerOf(asked("198.51.100.9", header))).toBe("198.51.100.9");
      expect(isIP(peerOf(asked("::ffff:10.0.0.1", header)))).not.toBe(0);
    }),
  );
});

test("each proxy is recognised in any spelling, and junk ends the walk at the last that is known", () => {
  const peerOf = clientAddressReader(["10.0.0.1", "::ffff:10.0.0.2", "2001:DB8:0::1", "fd00::/8"]);
  for (const [peer, header, visitor] of [
    ["10.0.0.1", "203.0.113.5:4711", "203.0.113.5"],
    ["::ffff:a00:1", "203.0.113.5", "203.0.113.5"],
    ["10.0.0.1", "203.0.113.5, 10.0.0.2:80", "203.0.113.5"],
    ["10.0.0.1", "[2001:db8:5::7]:80, [2001:db8::1]:443, fd00::5%eth0", "2001:db8:5::7"],
    ["10.0.0.1", "198.51.100.1, 203.0.113.5", "203.0.113.5"],
    ["10.0.0.1", "203.0.113.5, junk, 10.0.0.2", "10.0.0.2"],
    ["10.0.0.1", "203.0.113.5, junk", "10.0.0.1"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "10.0.0.2", "10.0.0.2"],
    ["fe80::1%eth0", "203.0.113.5", "fe80::1"],
    [undefined, "203.0.113.5", "unknown"],
  ] as const)
    expect(peerOf(asked(peer, header)), `${peer} for ${header}`).toBe(visitor);
});

function asked(remoteAddress: string | undefined, header: string | undefined): IncomingMessage {
  return { socket: { remoteAddress }, headers: { "x-forwarded-for": header } } as unknown as IncomingMessage;
}

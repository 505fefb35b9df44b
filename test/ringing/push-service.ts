// A real push service with real devices: RFC 8030, 8291 and 8292 by node:crypto, apart from the library that the site uses.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";
import { onTestFinished } from "vitest";
import type { PushMessage } from "#delivery/push/push.ts";
import { type AtEnd, makeCertificate } from "../programs/certificates.ts";

export type Pushed = { message: PushMessage; ttl: number; topic: string; urgency: string; device: string };

export type Device = { name: string; endpoint: string; keys: { p256dh: string; auth: string } };

type Known = { curve: ECDH; auth: Buffer; isGone: boolean };

const POINT_BYTES = 65;
const SALT_BYTES = 16;
const HEADER_BYTES = 21;
const TAG_BYTES = 16;
const DAY_SECONDS = 86_400;

/** Until the test ends. This process trusts it. */
export async function startPushService(atEnd: AtEnd = onTestFinished) {
  const { key, cert, file, trust } = makeCertificate(1, atEnd);
  trust();
  const devices = new Map<string, Known>();
  const waiting: (() => void)[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const path = request.url ?? "";
    const device = devices.get(path);
    if (!device || device.isGone) return response.writeHead(device ? 410 : 404).end();
    try {
      service.received.push({ ...(await read(request, device)), device: path });
    } catch (error) {
      service.refused.push(error);
      return response.writeHead(400).end();
    }
    service.answer(response, service.received.length);
    for (const heard of waiting.splice(0)) heard();
    return undefined;
  });
  server.listen(0);
  await once(server, "listening");
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;

  const read = async (request: IncomingMessage, { curve, auth }: Known): Promise<Omit<Pushed, "device">> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers } = request;
    await verify(headers.authorization ?? "", service.publicKey, origin);
    if (headers["content-encoding"] !== "aes128gcm") throw new Error("Another encoding");
    if (!/^[\w-]{1,32}$/.test(String(headers.topic))) throw new Error("No topic");
    return {
      message: JSON.parse(decrypt(Buffer.concat(chunks), curve, auth)),
      ttl: Number(headers.ttl),
      topic: String(headers.topic),
      urgency: String(headers.urgency),
    };
  };

  const service = {
    origin,
    /** For NODE_EXTRA_CA_CERTS. */
    certificate: file,
    /** The key of the site, with which devices subscribe. */
    publicKey: "",
    received: [] as Pushed[],
    refused: [] as unknown[],
    answer: (response: ServerResponse, _count: number): unknown => response.writeHead(201).end(),
    /** Resolves when this many were received. */
    until: async (count: number) => {
      while (service.received.length < count) await new Promise<void>((heard) => waiting.push(heard));
    },
    addDevice: (name = "Phone"): Device & { leave: () => void } => {
      const curve = createECDH("prime256v1");
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const known = { curve, auth: randomBytes(16), isGone: false };
      const keys = { p256dh: curve.generateKeys("base64url"), auth: known.auth.toString("base64url") };
      devices.set(path, known);
      const leave = () => {
        known.isGone = true;
      };
      return { name, endpoint: origin + path, keys, leave };
    },
  };
  return service;
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** RFC 8292, section 2 and 4.2. */
async function verify(authorization: string, publicKey: string, origin: string): Promise<void> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error("Another key than the device was subscribed with");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url")) as [
    string,
    string,
  ];
  const { payload } = await jwtVerify(token, await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256"), {
    audience: origin,
  });
  if (!payload.sub?.startsWith("mailto:")) throw new Error("Nobody to write to");
  if ((payload.exp ?? 0) > Date.now() / 1000 + DAY_SECONDS) throw new Error("Valid for too long");
}

/** RFC 8291, section 3.4, and RFC 8188 with one record. */
function decrypt(body: Buffer, curve: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  if (body[HEADER_BYTES - 1] !== POINT_BYTES) throw new Error("No key of the sender");
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + POINT_BYTES);
  const sealed = body.subarray(HEADER_BYTES + POINT_BYTES);
  if (body.length > 4_096) throw new Error("Longer than a push service must take");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const derive = (secret: Uint8Array, salted: Buffer, about: Buffer | string, length: number) =>
    new Uint8Array(hkdfSync("sha256", secret, salted, about, length));
  const input = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(input, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(input, salt, "Content-Encoding: nonce\0", 12);
  const opener = createDecipheriv("aes-128-gcm", key, nonce);
  opener.setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -TAG_BYTES)), opener.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("Not the last record");
  return padded.subarray(0, end).toString("utf8");
}

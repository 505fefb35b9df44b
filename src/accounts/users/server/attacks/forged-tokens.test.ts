import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { startSite } from "#test/server.ts";

type Json = Record<string, unknown>;

const encode = (part: Json | string) =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");
const hmac = (text: string, key: string, hash = "sha256") => createHmac(hash, key).update(text).digest("base64url");

function forge(header: Json, payload: Json, key = "", hash = "sha256"): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${hmac(text, key, hash)}`;
}

test("no forged, edited or dated token opens anything, and none breaks the server", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const [head = "", body = "", signature = ""] = session.accessToken.split(".");
  const header: Json = JSON.parse(Buffer.from(head, "base64url").toString());
  const payload: Json = JSON.parse(Buffer.from(body, "base64url").toString());
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rs256 = `${encode({ ...header, alg: "RS256" })}.${body}`;
  const jwk = publicKey.export({ format: "jwk" });

  const forged = [
    ...["none", "None", "NONE", "nOnE", ""].flatMap((alg) => [
      `${encode({ ...header, alg })}.${body}.`,
      `${encode({ ...header, alg })}.${body}.${signature}`,
    ]),
    ...["secret", "", "changeme", "your-256-bit-secret", "jwt-secret", site.config.publicUrl].map((key) =>
      forge(header, payload, key),
    ),
    ...["sha384", "sha512"].map((hash) => forge({ ...header, alg: `HS${hash.slice(3)}` }, payload, "secret", hash)),
    `${rs256}.${sign("sha256", Buffer.from(rs256), privateKey).toString("base64url")}`,
    forge({ ...header, jwk }, payload, JSON.stringify(jwk)),
    forge({ ...header, jku: "https://evil.example/keys" }, payload, "secret"),
    forge({ ...header, x5u: "https://evil.example/cert" }, payload, "secret"),
    forge({ ...header, kid: "../../../../dev/null" }, payload, ""),
    forge({ ...header, kid: "' union select 'secret" }, payload, "secret"),
    `${encode({ ...header, crit: ["exp"] })}.${body}.${signature}`,
    `${encode({ ...header, crit: ["made-up"], "made-up": 1 })}.${body}.${signature}`,
    `${head}.${encode({ ...payload, role: "admin" })}.${signature}`,
    `${head}.${encode({ ...payload, sid: "0".repeat(26) })}.${signature}`,
    `${head}.${encode({ ...payload, exp: 4_102_444_800 })}.${signature}`,
    `${head}.${encode({ ...payload, exp: undefined })}.${signature}`,
    `${head}.${body}`,
    `${head}.${body}.`,
    `${head}.${body}.${signature.slice(0, -2)}`,
    `${head}.${body}.${signature}AA`,
    `${head}.${body}.${"*".repeat(43)}`,
    `${head}..${signature}`,
    `.${body}.${signature}`,
    `${head}.${encode("not json")}.${signature}`,
    `${encode("not json")}.${body}.${signature}`,
    `${encode("[]")}.${encode("null")}.${signature}`,
    "a.b.c",
    "..",
    ".",
    "null",
    "undefined",
    "x".repeat(5000),
    session.refreshToken,
  ];
  for (const token of forged) {
    const answer = await site.app.inject({ url: "/api/users", headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode, token).toBe(401);
    expect(answer.json().code).toBe("not_signed_in");
  }
  for (const authorization of ["", "Bearer", "Bearer ", `Basic ${session.accessToken}`, session.accessToken]) {
    const answer = await site.app.inject({ url: "/api/users", headers: { authorization } });
    expect(answer.statusCode, authorization).toBe(401);
  }
});

test("a token of another site's secret is worth nothing here", async () => {
  const here = await startSite({ env: { AUTH_SECRET: "a-secret-of-at-least-32-characters" } });
  const there = await startSite({ env: { AUTH_SECRET: "b-secret-of-at-least-32-characters" } });
  await addSignedIn(here);
  const { session } = await addSignedIn(there);
  const answer = await here.app.inject({
    url: "/api/users",
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  expect(answer.statusCode).toBe(401);
});

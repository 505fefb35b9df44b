import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { checkSenderDomain } from "./sender-domain.ts";

const GOOD = {
  "homes.example.com": ["google-site-verification=x", "v=spf1 include:_spf.example.net -all"],
  "google._domainkey.homes.example.com": ["v=DKIM1; k=rsa; p=MIGfMA0GCSq"],
  "_dmarc.example.com": ["v=DMARC1; p=quarantine"],
};

test("a domain with all three records is fine, with a policy of the domain above it", async () => {
  const [spf, dkim, dmarc] = await checkSenderDomain("homes.example.com", [await startDns(GOOD)]);
  expect(spf).toMatchObject({ id: "mail-spf", state: "ok" });
  expect(dkim).toMatchObject({ id: "mail-dkim", state: "ok", found: /google\._domainkey/ });
  expect(dmarc).toMatchObject({ id: "mail-dmarc", state: "ok", found: /policy quarantine/ });
});

test("the report of a domain without records names them, and an unknown selector is not checked", async () => {
  const [spf, dkim, dmarc] = await checkSenderDomain("homes.example.com", [await startDns({})]);
  expect(spf).toMatchObject({ state: "warning", found: /no SPF record/ });
  expect(dkim).toMatchObject({ state: "not checked", toDo: /dkim=pass/ });
  expect(dmarc).toMatchObject({ state: "warning", toDo: /_dmarc\.homes\.example\.com/ });
});

test("two SPF records, or one that allows everybody, are reported", async () => {
  const of = async (texts: string[]) =>
    (await checkSenderDomain("homes.example.com", [await startDns({ "homes.example.com": texts })]))[0];
  expect(await of(["v=spf1 -all", "v=spf1 mx -all"])).toMatchObject({ state: "warning", found: /2 SPF records/ });
  expect(await of(["v=spf1 +all"])).toMatchObject({ state: "warning", found: /everybody/ });
});

test("a DNS server that does not answer leaves all three unchecked, within seconds", async () => {
  const silent = createSocket("udp4").bind(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const before = performance.now();
  const findings = await checkSenderDomain("homes.example.com", [`127.0.0.1:${silent.address().port}`]);
  expect(findings.map(({ state }) => state)).toEqual(["not checked", "not checked", "not checked"]);
  expect(performance.now() - before).toBeLessThan(10_000);
});

/** Answers questions about TXT records as RFC 1035 says, until the test ends. Resolves with its address. */
async function startDns(records: Record<string, string[]>): Promise<string> {
  const server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    const { name, end } = readName(question);
    const texts = records[name as keyof typeof records];
    const head = Buffer.from(question.subarray(0, end + 4));
    // A response, with recursion; 3 says that there is no such name.
    head.writeUInt16BE(0x8180 | (texts ? 0 : 3), 2);
    head.writeUInt16BE(texts?.length ?? 0, 6);
    head.writeUInt32BE(0, 8);
    server.send(Buffer.concat([head, ...(texts ?? []).map(txtRecord)]), port, address);
  });
  server.bind(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `127.0.0.1:${server.address().port}`;
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

function txtRecord(text: string): Buffer {
  // The name of the question, TXT, IN, a minute.
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]);
  return Buffer.concat([head, Buffer.from(text)]);
}

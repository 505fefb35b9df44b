import { pipeline, Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "#test/receiver.ts";
import { isPublicAddress, postOnce, publicLookup, refusalOf } from "./outbound-http.ts";

const INTERNAL = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.8.8.8",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "4000::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "",
  "hooks.example.com",
];

test("internal addresses are distinguished from public ones, however they are written", () => {
  expect(INTERNAL.filter(isPublicAddress)).toEqual([]);
  const open = ["8.8.8.8", "93.184.215.14", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::8a"];
  expect(open.filter(isPublicAddress)).toEqual(open);
});

test("an address in any spelling is refused where it is internal, and so is plain http", () => {
  for (const host of [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "[::1]",
    "[::127.0.0.1]",
    "[::ffff:7f00:1]",
  ])
    expect(refusalOf(new URL(`https://${host}/hook`), false), host).toContain("private network");
  expect(refusalOf(new URL("http://hooks.example.com/"), false)).toContain("https://");
  expect(refusalOf(new URL("https://hooks.example.com/"), false)).toBeUndefined();
});

test("a name that leads inside is refused as the connection is made, whatever it meant before", async () => {
  await expect(post("https://localhost:9/hook", { allowPrivate: false })).rejects.toThrow("points inside");

  const meanings = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"]];
  const lookup = publicLookup((_host, _options, done) =>
    done(
      null,
      (meanings.shift() ?? []).map((address) => ({ address, family: 4 })),
    ),
  );
  const ask = () =>
    new Promise((resolve) => lookup("hooks.example.com", { all: true }, (error, found) => resolve(error ?? found)));
  expect(await ask()).toEqual([{ address: "93.184.215.14", family: 4 }]);
  expect(String(await ask())).toContain("points inside");
  expect(String(await ask())).toContain("points inside");
});

test("only the beginning of an endless answer is read; a missing answer times out", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response) => {
    response.writeHead(200);
    const flood = new Readable({ read: () => void flood.push("\u0000water ".repeat(1_000)) });
    // Ends when the reader disconnects.
    pipeline(flood, response, () => {});
  };
  const { status, text } = await post(receiver.url);
  expect(status).toBe(200);
  expect(text).toHaveLength(1_000);
  expect(text).not.toContain("\u0000");

  receiver.answer = () => {};
  await expect(post(receiver.url, { limitMs: 200 })).rejects.toThrow("No answer in time");
  await receiver.close();
  await expect(post(receiver.url)).rejects.toThrow("Nothing is listening");
  await expect(post("http://no-such-host.invalid/")).rejects.toThrow("was not found");
});

test("a redirect is an answer like any other", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
  expect(await post(receiver.url)).toMatchObject({ status: 302 });
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
});

function post(url: string, { allowPrivate = true, limitMs = 5_000 } = {}) {
  return postOnce(new URL(url), { headers: {}, body: "{}", allowPrivate, signal: AbortSignal.timeout(limitMs) });
}

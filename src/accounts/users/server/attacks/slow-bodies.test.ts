// The sender of a slow body may lose their access before it is whole: what arrives then is refused.
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { addSignedIn, PASSWORD } from "#test/accounts.ts";
import { photo } from "#test/pictures.ts";
import { startSite, type TestSite } from "#test/server.ts";

const PART_BYTES = 5;
const NEW_ADMIN = { email: "left-behind@example.com", password: PASSWORD, role: "admin" };

type Call = { method?: string; url: string; type: string; body: Buffer | string; token: string };

test("a call whose body comes after the access of its sender has ended does nothing", async () => {
  const site = await startSite();
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const dana = await addSignedIn(site);
  const json = (body: object) => ({ type: "application/json", body: JSON.stringify(body) });
  const csv = { type: "text/csv", body: "First name,Last name\r\nRenée,Lopez\r\n" };
  const calls = {
    account: { url: "/api/users", ...json(NEW_ADMIN) },
    picture: { url: "/api/site/pictures", type: "image/jpeg", body: await photo(200, 200).jpeg().toBuffer() },
    import: { url: "/api/contact/admin/import?mode=import", ...csv },
    "account's own": { method: "PATCH", url: "/api/account", ...json({ name: "Late" }) },
    "call without a body": { method: "DELETE", url: `/api/users/${dana.user.id}`, type: "application/json", body: "" },
  };
  const before = await contents(site);
  for (const [index, [name, call]] of Object.entries(calls).entries()) {
    const leaver = await addSignedIn(site, { email: `leaver${index}@example.com` });
    const { accessToken: token } = leaver.session;
    const deactivate = () => dana.call("PATCH", `/api/users/${leaver.user.id}/toggle-active`);
    expect(await sendAround(site, { ...call, token }, deactivate), name).toContain(" 401 ");
    await dana.call("DELETE", `/api/users/${leaver.user.id}`);
  }

  const demoted = await addSignedIn(site, { email: "demoted@example.com" });
  const demote = () => dana.call("PUT", `/api/users/${demoted.user.id}`, { role: "user" });
  const asDemoted = { ...calls.account, token: demoted.session.accessToken };
  expect(await sendAround(site, asDemoted, demote)).toContain(" 403 ");
  const limited = await addSignedIn(site, { email: "limited@example.com" });
  const takeDuty = () => dana.call("PUT", `/api/users/${limited.user.id}`, { duties: ["answer"] });
  const asLimited = { ...calls.account, token: limited.session.accessToken };
  expect(await sendAround(site, asLimited, takeDuty)).toContain(" 403 ");
  await dana.call("DELETE", `/api/users/${limited.user.id}`);
  await dana.call("DELETE", `/api/users/${demoted.user.id}`);

  const form = { name: "The importer", scope: "all", endsOn: "2026-12-31" };
  const { key, token } = (await dana.call("POST", "/api/keys", form)).json();
  const revoke = () => dana.call("DELETE", `/api/keys/${key._id}`);
  expect(await sendAround(site, { ...calls.import, token }, revoke)).toContain(" 401 ");
  expect(await contents(site)).toEqual(before);
});

/** Sends the beginning of the call, then does something else, then sends the rest. The answer's first line. */
async function sendAround({ app }: TestSite, call: Call, doBetween: () => Promise<{ statusCode: number }>) {
  const { method = "POST", url, type, body, token } = call;
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const authorization = `Bearer ${token}`;
  const head = [`${method} ${url} HTTP/1.1`, "Host: x", `Authorization: ${authorization}`, "Connection: close"];
  const bytes = Buffer.from(body as string);
  const part = bytes.subarray(0, PART_BYTES);
  const chunk = part.length > 0 ? `${part.length.toString(16)}\r\n` : "";
  socket.write([...head, `Content-Type: ${type}`, "Transfer-Encoding: chunked", "", chunk].join("\r\n"));
  if (chunk) socket.write(part);
  // The guard has let the first call in before it lets in later ones.
  for (let later = 0; later < 3; later++) {
    const answer = await fetch(`http://127.0.0.1:${port}${url.split("?")[0]}`, { headers: { authorization } });
    expect(answer.status).not.toBe(401);
  }
  const ended = await doBetween();
  expect(ended.statusCode).toBe(200);
  const rest = bytes.subarray(part.length);
  if (chunk) socket.write(`\r\n${rest.length.toString(16)}\r\n`);
  if (chunk) socket.write(rest);
  socket.write(chunk ? "\r\n0\r\n\r\n" : "0\r\n\r\n");
  const [answer] = await once(socket, "data");
  socket.destroy();
  return String(answer).split("\r\n", 1)[0];
}

async function contents({ database: { read } }: TestSite): Promise<number[]> {
  const users = await read.selectFrom("users").select("id").execute();
  const pictures = await read.selectFrom("pictures").select("id").execute();
  const messages = await read.selectFrom("contact_messages").select("id").execute();
  return [users.length, pictures.length, messages.length];
}

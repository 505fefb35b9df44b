// Requests of visitors about their own data, and the mails that they get.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Housekeeping } from "#app/housekeeping.ts";
import { addSignedIn } from "./accounts.ts";
import { findPart, header, parseMime } from "./mime.ts";
import { post } from "./requests.ts";
import { startSite, type TestSite, type TestSiteOptions } from "./server.ts";

const PATH = "/api/privacy/requests";

export const VISITOR = "renee@example.com";

export function ask(site: TestSite, changes: object = {}, sender: Parameters<typeof post>[3] = {}) {
  return post(site, PATH, { email: VISITOR, kind: "copy", words: "Since 2024, please", ...changes }, sender);
}

export function confirm(site: TestSite, token: string) {
  return post(site, `${PATH}/confirmation`, { token });
}

/** The mails in the outbox, each once. */
export async function openMails(site: TestSite) {
  await site.site.mail.sendDue();
  const outbox = join(site.config.dataDir, "outbox");
  return readdirSync(outbox)
    .sort()
    .map((file) => parseMime(readFileSync(join(outbox, file), "utf8")))
    .map((mail) => ({
      to: header(mail, "to"),
      subject: header(mail, "subject"),
      text: findPart(mail, "text/plain").text,
    }));
}

/** The token of the latest request, or of the latest link to another page. */
export async function tokenFor(site: TestSite, email = VISITOR, page = "/privacy/request"): Promise<string> {
  const tokens = await tokensFor(site, email, page);
  return tokens.at(-1) ?? "";
}

/** Of each mail with a link to the page, by the second in which it was sent. */
export async function tokensFor(site: TestSite, email: string, page: string): Promise<string[]> {
  const mails = (await openMails(site)).filter(({ to }) => to.includes(email));
  return mails.flatMap(({ text }) => new RegExp(`${page}#(\\S+)`).exec(text)?.[1] ?? []);
}

/** With an admin who reads the tasks. */
export async function siteWithAdmin(options: TestSiteOptions = {}) {
  const site = await startSite(options);
  const { call } = await addSignedIn(site);
  const tasks = async () => (await call("GET", "/api/people/requests")).json();
  return { site, call, tasks };
}

export function storedRequests({ database }: TestSite) {
  return database.read.selectFrom("privacy_requests").selectAll().execute();
}

export async function tidy({ site, database, clock, config }: TestSite) {
  await new Housekeeping({ database, clock, log: site.app.log, dataDir: config.dataDir }).tidy();
}

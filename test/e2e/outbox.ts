// Mail of a site without a mail server, which writes each message to a file.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { findPart, header, type MimePart, parseMime } from "../mime.ts";
import type { RunningSite } from "./site.ts";

/** Every message to this address so far. */
export function mailTo({ dataDir }: Pick<RunningSite, "dataDir">, address: string): MimePart[] {
  const outbox = join(dataDir, "outbox");
  return (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((name) => name.endsWith(".eml"))
    .map((name) => parseMime(readFileSync(join(outbox, name), "utf8")))
    .filter((mail) => header(mail, "to").includes(address));
}

/** The message to this address whose subject contains the text, once it is there. */
export async function mailAbout(site: RunningSite, address: string, subject: string): Promise<MimePart> {
  const find = () => mailTo(site, address).find((mail) => header(mail, "subject").includes(subject));
  await expect.poll(() => find() !== undefined, `${subject} to ${address}`).toBe(true);
  return find() as MimePart;
}

/** The link to this page of the site, with its secret. */
export function linkIn(mail: MimePart, page: string): string {
  const { text } = findPart(mail, "text/plain");
  return text.split(/\s/).find((word) => URL.canParse(word) && new URL(word).pathname.startsWith(page)) ?? "no link";
}

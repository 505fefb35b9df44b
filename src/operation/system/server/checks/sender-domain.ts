import { Resolver } from "node:dns/promises";
import { currentFacts } from "#company/facts/facts.ts";
import type { Finding } from "#operation/system/system.ts";
import { type Check, notChecked, ok, type Subject, warning } from "./check.ts";

const SPF: Subject = { id: "mail-spf", group: "mail", title: "SPF of the sender's domain" };
const DKIM: Subject = { id: "mail-dkim", group: "mail", title: "DKIM of the sender's domain" };
const DMARC: Subject = { id: "mail-dmarc", group: "mail", title: "DMARC of the sender's domain" };

const USUAL_SELECTORS = ["default", "dkim", "mail", "google", "selector1", "s1", "k1", "fm1"];
const NO_SUCH_RECORD = ["ENOTFOUND", "ENODATA"];
const TIMEOUT_MS = 1_500;

const SUBJECTS = [SPF, DKIM, DMARC] as const;

export const senderDomainCheck: Check = {
  subjects: SUBJECTS,
  isRemote: true,
  run: async ({ config: { smtpUrl, mailFrom } }) =>
    smtpUrl
      ? checkSenderDomain(domainOf(mailFrom ?? currentFacts().company.email))
      : SUBJECTS.map((subject) => notChecked(subject, "No mail server is set, so that nothing is sent.")),
};

export async function checkSenderDomain(domain: string, servers?: readonly string[]): Promise<Finding[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const read = (name: string) => readTexts(resolver, name);
  return Promise.all([checkSpf(domain, read), checkDkim(domain, read), checkDmarc(domain, read)]);
}

type Read = (name: string) => Promise<string[] | undefined>;

async function checkSpf(domain: string, read: Read): Promise<Finding> {
  const texts = await read(domain);
  if (!texts) return notChecked(SPF, `DNS did not answer about ${domain}.`);
  const records = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  const ask = "Ask your mail provider for the record, and add it to the DNS of the domain.";
  if (records.length === 0)
    return warning(SPF, `${domain} has no SPF record, so that messages may end in spam folders.`, ask);
  if (records.length > 1)
    return warning(
      SPF,
      `${domain} has ${records.length} SPF records, which makes all of them void.`,
      "Merge them into one record.",
    );
  if (/\+all\b/i.test(records[0] ?? ""))
    return warning(SPF, `The SPF record of ${domain} allows everybody to send in its name (+all).`, ask);
  return ok(SPF, `${domain} says which servers may send for it.`);
}

async function checkDkim(domain: string, read: Read): Promise<Finding> {
  const answers = await Promise.all(
    USUAL_SELECTORS.map(async (selector) => ({ selector, texts: await read(`${selector}._domainkey.${domain}`) })),
  );
  if (answers.every(({ texts }) => !texts)) return notChecked(DKIM, `DNS did not answer about ${domain}.`);
  const found = answers.find(({ texts }) => texts?.some((text) => /(^|;)\s*p=[\w+/]/.test(text)));
  if (found) return ok(DKIM, `A key is published under ${found.selector}._domainkey.${domain}.`);
  return notChecked(
    DKIM,
    "The selector of your mail provider is not known here, and none of the usual ones has a key.",
    "Send a test e-mail to yourself, and look for dkim=pass in its headers.",
  );
}

async function checkDmarc(domain: string, read: Read): Promise<Finding> {
  const names = [domain, domain.split(".").slice(-2).join(".")];
  for (const name of new Set(names)) {
    const texts = await read(`_dmarc.${name}`);
    if (!texts) return notChecked(DMARC, `DNS did not answer about ${name}.`);
    const record = texts.find((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    const [, policy] = /;\s*p=(\w+)/i.exec(record ?? "") ?? [];
    if (record) return ok(DMARC, `_dmarc.${name} has the policy ${policy ?? "none"}.`);
  }
  return warning(
    DMARC,
    `${domain} has no DMARC record. Large providers refuse mail without one.`,
    `Add the text "v=DMARC1; p=none" to the DNS as _dmarc.${domain}, and make it stricter later.`,
  );
}

async function readTexts(resolver: Resolver, name: string): Promise<string[] | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    return NO_SUCH_RECORD.includes((error as NodeJS.ErrnoException).code ?? "") ? [] : undefined;
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

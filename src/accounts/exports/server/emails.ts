import { readAccountRules } from "#accounts/users/server/account-rules.ts";
import { listOwners } from "#accounts/users/server/accounts.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { formatDay } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { withCommas } from "#platform/text.ts";

const WHAT_NOW = {
  person: "Each further export of this day asks for a fresh proof of who it is.",
  key: "The key reads nothing more until midnight.",
  feed: "The calendar goes on.",
};

type Over = { actor: string; kind: keyof typeof WHAT_NOW; day: string };

/** One text for each day, which makes the mail one row. */
export function toDetail({ actor, caller, day }: Omit<Over, "kind"> & { caller?: Caller }): string {
  const kind = !caller ? "feed" : caller.sessionId ? "person" : "key";
  return JSON.stringify({ day, actor, kind } satisfies Over);
}

export function exportWriters({ database, settings }: { database: Database; settings: { publicUrl: string } }) {
  return {
    "exports-over": async ({ detail }) => {
      const owners = await listOwners(database.read);
      const over: Over = JSON.parse(detail);
      const { export_rows_a_day: figure } = await readAccountRules(database.read);
      return owners.length === 0 ? undefined : exportsOverMail({ ...over, figure, to: owners }, settings);
    },
  } satisfies Partial<Writers>;
}

export function exportsOverMail(
  { to, actor, kind, day, figure }: Over & { figure: number; to: readonly { email: string }[] },
  { publicUrl }: { publicUrl: string },
): Message {
  const { company } = currentFacts();
  const heading = `Many rows left the site on ${formatDay(day, "brief")}`;
  return {
    to: to.map(({ email }) => ({ name: "", address: email })),
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: heading,
      preheader: `${withCommas(figure)} rows or more were taken out.`,
      heading,
      paragraphs: [`${withCommas(figure)} rows or more were taken out in one day. ${WHAT_NOW[kind]}`],
      details: [
        { label: "By", value: actor },
        { label: "Day", value: formatDay(day, "full") },
      ],
      button: {
        label: "Look at what it was",
        url: `${publicUrl}/admin/audit-log?${new URLSearchParams({ person: actor, from: day, to: day })}`,
      },
      closing: ["You set the number of rows with the rules for accounts."],
      reason: "You get this e-mail because you are an owner of the site.",
    },
  };
}

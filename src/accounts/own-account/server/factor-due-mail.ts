// Without a due second factor an admin's programs and calendars stop together with the session, so a mail warns before.

import { listKeysOf } from "#accounts/keys/server/store.ts";
import { readAccountRules } from "#accounts/users/server/account-rules.ts";
import { findUser, listUsers } from "#accounts/users/server/accounts.ts";
import { factorDeadline, factorDueOf } from "#accounts/users/server/required-factor.ts";
import { findUsersWithFactor } from "#accounts/users/server/second-factor/store.ts";
import type { UserRow } from "#accounts/users/server/table.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { type Message, textForVisitor } from "#delivery/mail/mail.ts";
import { enqueueMail, type Writers } from "#delivery/mail/server/store.ts";
import { formatInstant } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";

type Options = { database: Database; countFeeds: CountFeeds };

export type CountFeeds = (userId: string) => Promise<number>;

const WARNING_MS = 7 * 24 * 60 * 60_000;
const MAX_ADMINS = 1_000;

type Stopping = { keys: string[]; feeds: number };

/** Any number of processes may call it at any time: the detail makes each mail one row. */
export async function enqueueFactorDueMail({ database, countFeeds }: Options, now: Date): Promise<void> {
  const by = factorDeadline(await readAccountRules(database.read));
  if (!by || now.getTime() < by.getTime() - WARNING_MS) return;
  const admins = await listAdmins(database);
  const withFactor = await findUsersWithFactor(
    database.read,
    admins.map(({ id }) => id),
  );
  const detail = `${now < by ? "soon" : "now"} ${by.toISOString()}`;
  for (const { id } of admins.filter((admin) => !withFactor.has(admin.id))) {
    if (!(await findStopping({ database, countFeeds }, id, now))) continue;
    await database.transaction((trx) =>
      enqueueMail(trx, [{ kind: "factor-due", recordId: id, detail, dueAt: now }], now),
    );
  }
}

export function factorDueWriters({
  database,
  countFeeds,
  settings,
}: Options & {
  settings: { publicUrl: string };
}) {
  return {
    "factor-due": async ({ recordId, detail, now }) => {
      const user = await findUser(database.read, recordId);
      const by = user?.deactivated_at === null && (await factorDueOf(database.read, user, now)).secondFactorBy;
      const stopping = await findStopping({ database, countFeeds }, recordId, now);
      if (!user || !by || !stopping || !detail.endsWith(by)) return undefined;
      const others = (await listAdmins(database)).filter(
        (one) => one.id !== user.id && one.email_confirmed_at !== null,
      );
      return factorDueMail({ to: [user, ...others], by, hasStopped: detail.startsWith("now"), ...stopping }, settings);
    },
  } satisfies Partial<Writers>;
}

export function factorDueMail(
  {
    to,
    by,
    hasStopped,
    keys,
    feeds,
  }: Stopping & { to: readonly Pick<UserRow, "email">[]; by: string; hasStopped: boolean },
  { publicUrl }: { publicUrl: string },
): Message {
  const { company, timeZone } = currentFacts();
  const who = to[0]?.email ?? "";
  const when = formatInstant(new Date(by), timeZone);
  const heading = `Keys and calendars of ${who} ${hasStopped ? "have stopped" : `stop on ${when}`}`;
  return {
    to: to.map(({ email }) => ({ name: "", address: email })),
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: heading,
      preheader: "Admins of this site need a second factor.",
      heading,
      paragraphs: [
        `Admins of this site need a second factor, and the account ${who} has none. ${hasStopped ? `Since ${when} what it has made is` : `From ${when} on what it has made is`} refused, like its sign-in. It works again as soon as the account has a factor.`,
      ],
      details: [
        ...(keys.length > 0 ? [{ label: "Keys of programs", value: keys.join(", ") }] : []),
        ...(feeds > 0 ? [{ label: "Calendar feeds", value: `${feeds}` }] : []),
      ],
      button: { label: "Set up a second factor", url: `${publicUrl}/account` },
      closing: [`Only ${who} can set up the factor. Another admin can make new keys instead.`],
      reason: "You get this e-mail because you are an admin of the site.",
    },
  };
}

async function findStopping(
  { database, countFeeds }: Options,
  userId: string,
  now: Date,
): Promise<Stopping | undefined> {
  const keys = (await listKeysOf(database.read, userId)).filter(
    ({ revoked_at, ends_at }) => revoked_at === null && ends_at > now.toISOString(),
  );
  const feeds = await countFeeds(userId);
  if (keys.length + feeds === 0) return undefined;
  return { keys: keys.map(({ name, last_four }) => textForVisitor([name], "") || `…${last_four}`), feeds };
}

async function listAdmins({ read }: Database): Promise<UserRow[]> {
  return listUsers(read, { role: ["admin"], status: ["active"] }, { offset: 0, limit: MAX_ADMINS });
}

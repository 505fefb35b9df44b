import { CHANNEL_LABELS, CHANNELS, type Channel } from "#people/permissions/channels.ts";
import type { Revocation } from "#people/permissions/permission.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { inSentence } from "#platform/text.ts";
import { findTypedNumber } from "./consents.ts";
import {
  findState,
  listPhonesOf,
  lockPeople,
  type NewAgreement,
  storeStaffText,
  storeText,
  writeAgreements,
} from "./ledger.ts";
import { type Hashes, type MeetingStop, personKeyOf, personKeys } from "./person-keys.ts";

const NUMBER_CHANNELS = ["call", "text"] as const satisfies readonly Channel[];

type Visitor = { address: string; userAgent: string | undefined };

/** The stop takes effect with the commit. Earlier stops stay as they are. Returns the channels that were open before. */
export async function stopByPerson(
  database: Database,
  request: {
    emailHash: string;
    channels: readonly Channel[];
    text: string;
    visitor: Visitor;
    now: Date;
  },
): Promise<Channel[]> {
  const { emailHash, visitor, now } = request;
  const textId = await storeText(database, { version: "", text: request.text });
  return database.transaction(async (trx) => {
    const person: Hashes = { email: emailHash, phone: undefined };
    await lockPeople(trx, [person]);
    // A number counts as a person's only if that person has given it together with this address.
    const phones = await listPhonesOf(trx, emailHash);
    const open = await listOpenChannels(trx, { person, phones }, request.channels);
    if (open.length === 0) return open;
    const id = newId();
    const stop = (hashes: Hashes, channels: readonly Channel[]): NewAgreement => ({
      hashes,
      details: { address: visitor.address },
      record: { kind: "stop", id },
      entries: channels.map((channel) => ({ channel, action: "revoked", purpose: "any", textId })),
      origin: "link",
      actor: VISITOR,
      userAgent: visitor.userAgent,
      at: now.toISOString(),
    });
    const byNumber = open.filter((channel) => channel !== "email");
    const stops = [stop(person, open), ...phones.map((phone) => stop({ email: emailHash, phone }, byNumber))];
    await writeAgreements(trx, stops);
    await writeAuditLogEntry(trx, { ...auditEntryOf(person, open), actor: VISITOR, now });
    return open;
  });
}

/** Anybody can book with another person's address, so this link stops only the meeting's mail and its number. */
export async function findMeetingStop(
  database: Database,
  { id, phone }: { id: string; phone: string },
): Promise<{ token: string; stopped: Channel[] }> {
  const keys = await personKeys(database);
  // Staff may have corrected the number to one that the holder of the link does not know.
  const typed = (await findTypedNumber(database.read, id)) ?? keys.of({ phone }).phone;
  const state = await findState(database.read, { email: undefined, phone: typed });
  const token = keys.meetingStopToken({ bookingId: id, phone: typed });
  return { token, stopped: NUMBER_CHANNELS.filter((channel) => state[channel] === "revoked") };
}

export async function stopNumberOfMeeting(
  database: Database,
  request: { meeting: MeetingStop; channels: readonly Channel[]; visitor: Visitor; now: Date },
): Promise<void> {
  const { channels, visitor, now } = request;
  const { phone } = request.meeting;
  const wanted = NUMBER_CHANNELS.filter((channel) => channels.includes(channel));
  if (!phone || wanted.length === 0) return;
  const person: Hashes = { email: undefined, phone };
  const text = `Pressed “Stop” on the page of the meeting, for: ${channelNames(wanted)}`;
  const textId = await storeText(database, { version: "", text });
  await database.transaction(async (trx) => {
    await lockPeople(trx, [person]);
    const state = await findState(trx, person);
    const open = wanted.filter((channel) => state[channel] !== "revoked");
    if (open.length === 0) return;
    await writeAgreements(trx, [
      {
        hashes: person,
        details: { address: visitor.address },
        record: { kind: "stop", id: newId() },
        entries: open.map((channel) => ({ channel, action: "revoked", purpose: "any", textId })),
        origin: "page",
        actor: VISITOR,
        userAgent: visitor.userAgent,
        at: now.toISOString(),
      },
    ]);
    await writeAuditLogEntry(trx, { ...auditEntryOf(person, open), actor: VISITOR, now });
  });
}

type StopByStaff = { revocation: Revocation; actor: string; now: Date };

export async function stopByStaff(database: Database, request: StopByStaff): Promise<void> {
  const hashes = (await personKeys(database)).of(request.revocation);
  await database.transaction((trx) => writeStop(trx, { ...request, hashes }));
}

/** A repeated stop is written again, because the person said it again. */
export async function writeStop(
  trx: Db,
  { revocation, hashes, actor, now }: StopByStaff & { hashes: Hashes },
): Promise<void> {
  const { email, phone, words, said } = revocation;
  const channels = CHANNELS.filter((channel) => revocation.channels.includes(channel));
  const id = newId();
  await lockPeople(trx, [hashes]);
  await storeStaffText(trx, id, words);
  await writeAgreements(trx, [
    {
      hashes,
      details: { email, phone },
      record: { kind: "stop", id },
      entries: channels.map((channel) => ({ channel, action: "revoked", purpose: "any", textId: id })),
      origin: said,
      actor,
      at: now.toISOString(),
    },
  ]);
  await writeAuditLogEntry(trx, { ...auditEntryOf(hashes, channels), actor, now });
}

export function channelNames(channels: readonly Channel[]): string {
  return channels
    .map((channel, index) => (index === 0 ? CHANNEL_LABELS[channel] : inSentence(CHANNEL_LABELS[channel])))
    .join(", ");
}

async function listOpenChannels(
  trx: Db,
  { person, phones }: { person: Hashes; phones: readonly string[] },
  wanted: readonly Channel[],
): Promise<Channel[]> {
  const state = await findState(trx, person);
  const open = new Set(CHANNELS.filter((channel) => state[channel] !== "revoked"));
  for (const phone of phones) {
    const { call, text } = await findState(trx, { email: undefined, phone });
    if (call !== "revoked") open.add("call");
    if (text !== "revoked") open.add("text");
  }
  return CHANNELS.filter((channel) => wanted.includes(channel) && open.has(channel));
}

function auditEntryOf(person: Hashes, channels: readonly Channel[]) {
  return {
    subject: { kind: "person", id: personKeyOf(person) },
    action: "stopped" as const,
    to: channelNames(channels),
  };
}

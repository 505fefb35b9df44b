import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import type { PermissionAction, PermissionState } from "#people/permissions/permission.ts";
import type { Hashes } from "./person-keys.ts";
import type { PermissionsTable } from "./table.ts";

export type StateEntry = Pick<PermissionsTable, "email_hash" | "phone_hash" | "channel" | "action" | "purpose">;

/** The entries are sorted from the oldest to the newest. Entries about other people are left out. */
export function stateOf(entries: readonly StateEntry[], person: Hashes): PermissionState {
  const state = (channel: Channel): PermissionAction => {
    const ways = [latest(entries, channel, (entry) => isOf(person.email, entry.email_hash))];
    ways.push(latest(entries, channel, (entry) => isOf(person.phone, entry.phone_hash) && isOfNumber(entry, person)));
    if (ways.includes("revoked")) return "revoked";
    return latest(entries, channel, (entry) => isGivenBy(entry, person)) ?? "unknown";
  };
  return Object.fromEntries(CHANNELS.map((channel) => [channel, state(channel)])) as PermissionState;
}

/** An agreement holds only for the number and the person that it names. */
function isGivenBy({ channel, email_hash, phone_hash }: StateEntry, { email, phone }: Hashes): boolean {
  if (channel === "email" || !phone) return isOf(email, email_hash);
  return isOf(phone, phone_hash) && (!email || email_hash === null || email_hash === email);
}

/** People who share a phone number are different people, so an e-mail stop of one is none of the other. */
function isOfNumber({ channel, email_hash }: StateEntry, { email }: Hashes): boolean {
  return channel !== "email" || email_hash === null || isOf(email, email_hash);
}

function isOf(hash: string | undefined, named: string | null): boolean {
  return hash !== undefined && hash === named;
}

/** An import does not change earlier agreements, and who asks for one call neither permits others nor lifts a stop. */
function latest(
  entries: readonly StateEntry[],
  channel: Channel,
  isAbout: (entry: StateEntry) => boolean,
): PermissionAction | undefined {
  const counts = ({ action, purpose }: StateEntry) => action !== "unknown" && purpose !== "one-call";
  return entries.findLast((entry) => entry.channel === channel && counts(entry) && isAbout(entry))?.action;
}

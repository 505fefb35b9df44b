import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import type { PermissionAction, PermissionState } from "#people/permissions/permission.ts";
import type { Hashes } from "./person-keys.ts";
import type { PermissionsTable } from "./table.ts";

export type StateLine = Pick<PermissionsTable, "email_hash" | "phone_hash" | "channel" | "action">;

/** The entries are sorted from the oldest to the newest. Entries about other people are left out. */
export function stateOf(lines: readonly StateLine[], person: Hashes): PermissionState {
  const state = (channel: Channel): PermissionAction => {
    const ways = [latest(lines, channel, (line) => isOf(person.email, line.email_hash))];
    ways.push(latest(lines, channel, (line) => isOf(person.phone, line.phone_hash) && isOfNumber(line, person)));
    if (ways.includes("revoked")) return "revoked";
    return latest(lines, channel, (line) => isGivenBy(line, person)) ?? "unknown";
  };
  return Object.fromEntries(CHANNELS.map((channel) => [channel, state(channel)])) as PermissionState;
}

/** An agreement holds only for the number and the person that it names. */
function isGivenBy({ channel, email_hash, phone_hash }: StateLine, { email, phone }: Hashes): boolean {
  if (channel === "email" || !phone) return isOf(email, email_hash);
  return isOf(phone, phone_hash) && (!email || email_hash === null || email_hash === email);
}

/** People who share a phone number are different people, so an e-mail stop of one is none of the other. */
function isOfNumber({ channel, email_hash }: StateLine, { email }: Hashes): boolean {
  return channel !== "email" || email_hash === null || isOf(email, email_hash);
}

function isOf(hash: string | undefined, named: string | null): boolean {
  return hash !== undefined && hash === named;
}

/** An import does not change earlier agreements. */
function latest(
  lines: readonly StateLine[],
  channel: Channel,
  isAbout: (line: StateLine) => boolean,
): PermissionAction | undefined {
  return lines.findLast((line) => line.channel === channel && line.action !== "unknown" && isAbout(line))?.action;
}

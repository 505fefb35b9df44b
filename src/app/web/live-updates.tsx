import type { QueryKey } from "@tanstack/react-query";
import { useEffect } from "react";
import { keyKeys } from "#accounts/keys/web/query-keys.ts";
import { accountKeys } from "#accounts/own-account/web/query-keys.ts";
import { userKeys } from "#accounts/users/web/query-keys.ts";
import { factorKeys } from "#accounts/users/web/second-factor/query-keys.ts";
import { campaignKeys } from "#deals/campaigns/web/query-keys.ts";
import { offerKeys } from "#deals/offers/web/query-keys.ts";
import { peopleKeys } from "#deals/privacy/web/query-keys.ts";
import type { Told } from "#delivery/live/web/follow-changes.ts";
import { shareStream } from "#delivery/live/web/share-stream.ts";
import { pushKeys } from "#delivery/push/web/query-keys.ts";
import { removalKeys } from "#delivery/removals/web/query-keys.ts";
import { webhookKeys } from "#delivery/webhooks/web/query-keys.ts";
import { leadKeyKeys } from "#inquiries/added-leads/web/query-keys.ts";
import { agendaKeys } from "#inquiries/agenda/web/query-keys.ts";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import { contactKeys } from "#inquiries/contact/web/query-keys.ts";
import { rosterKeys } from "#inquiries/roster/web/query-keys.ts";
import { auditLogKeys } from "#operation/audit-log/web/query-keys.ts";
import { systemKeys } from "#operation/system/web/query-keys.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { hear } from "#platform/web/live/heard.ts";
import { siteKeys } from "#site/desk/web/query-keys.ts";
import { Ringing } from "./ringing.tsx";

const INQUIRIES = [bookingKeys.all, contactKeys.all, leadKeys.all];
const PEOPLE = [...INQUIRIES, peopleKeys.all, permissionKeys.all, offerKeys.all];

/** Which queries the change of a record outdates, by its kind as the server writes it; `meta.follows` says what follows them. */
const ROOTS: Readonly<Record<string, readonly QueryKey[]>> = {
  account: [userKeys.all, accountKeys.all, factorKeys.all],
  "account rules": [userKeys.all],
  availability: [["availability"]],
  backup: [systemKeys.all],
  booking: [bookingKeys.all, leadKeys.all],
  "calendar feed": [agendaKeys.all],
  call: [leadKeys.all],
  contact: [contactKeys.all, leadKeys.all],
  invitation: [userKeys.all],
  key: [keyKeys.all, leadKeyKeys.all],
  lead: PEOPLE,
  link: [campaignKeys.all],
  mail: [["mail"]],
  mails: [["mail"]],
  offer: [offerKeys.all, leadKeys.all],
  person: PEOPLE,
  "person row": PEOPLE,
  picture: [["site"]],
  pushes: [pushKeys.devices],
  "privacy request": [peopleKeys.all, leadKeys.all],
  "refused body": [leadKeyKeys.all],
  restore: [removalKeys.hold, ["mail"]],
  roster: [rosterKeys.all, leadKeys.all],
  site: [siteKeys.present, siteKeys.versions],
  "site draft": [siteKeys.present],
  spend: [campaignKeys.all],
  webhook: [webhookKeys.all],
  webhook_deliveries: [webhookKeys.all],
};

const EVERYTHING: QueryKey = [];

export function LiveUpdates() {
  const { user } = useSession();
  const person = user?.role === "admin" && !user.secondFactorDue ? user.email : undefined;
  useEffect(() => {
    if (!person) return;
    const leaving = new AbortController();
    shareStream(take, leaving.signal);
    return () => leaving.abort();
  }, [person]);
  return person ? <Ringing key={person} /> : null;
}

function take({ changes }: Told): void {
  if (changes === "beat") return;
  if (changes === "all") {
    hear({ ids: [], roots: [EVERYTHING] });
    return;
  }
  const kinds = new Set(changes.map(({ kind }) => kind));
  const roots = [...kinds].flatMap((kind) => (Object.hasOwn(ROOTS, kind) ? (ROOTS[kind] ?? []) : []));
  hear({ ids: changes.map(({ id }) => id), roots: [...roots, auditLogKeys.all] });
}

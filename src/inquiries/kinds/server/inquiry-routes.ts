import type * as z from "zod/mini";
import { notesChangeSchema } from "#inquiries/kinds/notes.ts";
import { firstContactChangeSchema, type LeadRules } from "#people/leads/inquiry.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Endpoints } from "#platform/server/endpoints.ts";
import { showingPresent } from "#platform/version.ts";
import { type CorrectedInquiry, correctFacts, markFirstContact, saveNotes } from "./change.ts";
import type { CorrectedKind } from "./kind.ts";

type Served<Name extends string, Kept extends CorrectedInquiry, Shown, Correction extends object> = {
  database: Database;
  /** The rules are read per request, because the owner can close days in the admin area. */
  readLeadRules: () => Promise<LeadRules>;
  kind: CorrectedKind<Kept, Correction>;
  path: "" | "/submissions";
  details: "" | "/details";
  notesMethod: "put" | "patch";
  /** The key of an inquiry in an answer. */
  name: Name;
  words: { one: string; label: string; person: string; facts: string };
  answer: z.core.$ZodType;
  changed: z.core.$ZodType;
  correction: z.ZodMiniType<Correction & { version?: number | undefined }>;
  toShown: (kept: Kept) => Shown;
  showAll: (shown: readonly Shown[]) => Promise<Shown[]>;
};

/** The calls that every kind has. Returns what answers other changes of one. */
export function inquiryRoutes<Name extends string, Kept extends CorrectedInquiry, Shown, Correction extends object>(
  api: Endpoints<"admin">,
  served: Served<Name, Kept, Shown, Correction>,
) {
  const { database, readLeadRules, kind, path, details, name, words, toShown, showAll } = served;
  const { one, label, person, facts } = words;

  const show = async (shown: Shown) => (await showAll([shown]))[0] as Shown;
  const named = (shown: Shown) => ({ [name]: shown }) as Record<Name, Shown>;
  const changed = async (message: string, change: Promise<Kept>) => ({
    message,
    ...named(await show(toShown(await showingPresent(change, name, show)))),
  });

  api.get(`${path}/:id${details}`, {
    summary: `One ${one}${details && " with all details"}`,
    answer: served.answer,
    handle: async ({ id }) => {
      const kept = await kind.find(database.read, id);
      if (!kept) throw kind.notFound();
      return named(await show(toShown(kept)));
    },
  });

  api.get(`${path}/:id/history`, {
    summary: `Audit log of a ${one}`,
    answer: auditLogSchema,
    handle: async ({ id }) => ({ history: await listAuditLog(database.read, { kind: kind.kind, id }) }),
  });

  api[served.notesMethod](`${path}/:id/notes`, {
    summary: `Replace the notes of a ${one}`,
    body: notesChangeSchema,
    answer: served.changed,
    handle: ({ id, body: { notes, version }, by }) =>
      changed("Notes added successfully", saveNotes(database, kind, { id, ...by, notes, version })),
  });

  api.patch(`${path}/:id/correction`, {
    summary: `Correct ${facts} of a ${one}`,
    body: served.correction,
    answer: served.changed,
    handle: ({ id, body, by }) => {
      const { version, ...correction } = body;
      const change = { id, ...by, version, correction: correction as unknown as Correction };
      return changed(`${label} corrected successfully`, correctFacts(database, kind, change));
    },
  });

  api.patch(`${path}/:id/first-contact`, {
    summary: `Mark the first contact with the ${person}, or remove the mark`,
    body: firstContactChangeSchema,
    answer: served.changed,
    handle: async ({ id, body: { contacted, version }, by }) => {
      const leadRules = await readLeadRules();
      const change = markFirstContact(database, kind, { id, ...by, leadRules, contacted, version });
      return changed(contacted ? "First contact marked" : "First contact mark removed", change);
    },
  });

  return { changed, show };
}

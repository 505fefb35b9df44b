import type { Inquiry, InquiryKind, LeadRules } from "#people/leads/inquiry.ts";
import type { Property } from "#people/leads/lead.ts";
import type { LeadInquiry } from "#people/leads/server/join-lead.ts";
import type { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type By = { actor: string; actorId: string; leadRules: LeadRules; now: Date };

export type Change = Omit<By, "leadRules"> & {
  id: string;
  /** Identifies the state the admin has seen. Undefined overwrites any state. */
  version?: number | undefined;
};

/** What every inquiry has, whichever way it came. */
export type AnyInquiry = Pick<Inquiry, "leadId" | "waitingSince" | "firstContact"> & {
  id: string;
  notes?: string | undefined;
  version?: number | undefined;
  createdAt: string;
};

/** What the person's page says of an inquiry. */
export type InquiryEvent = {
  kind: "booking" | "message" | "call";
  at: string;
  title: string;
  text?: string;
  by?: string;
  link?: string;
  leadId: string;
};

export type Changed<Kept> = { before: Kept; after: Kept };

/** What differs between the ways in which people come to the company. */
export type Kind<Kept extends AnyInquiry> = {
  kind: InquiryKind;
  find: (db: Db, id: string) => Promise<Kept | undefined>;
  ofLeads: (db: Db, leadIds: readonly string[]) => Promise<Kept[]>;
  notFound: () => AppError;
  /** The body of a refused change: the present state, as the admin's pages read it. */
  present: (inquiry: Kept) => Record<string, unknown>;
  event: (inquiry: Kept) => InquiryEvent;
  /** What the person said or wrote. */
  words: (inquiry: Kept) => string | undefined;
  /** What the export of an e-mail address has of them, under this name. Calls come with their leads. */
  exported?: { as: string; recordsOf: (db: Db, email: string) => Promise<readonly { id: string; lead_id: string }[]> };
  /** Staff are reminded only of these if nobody has contacted the person. */
  isOpen: (inquiry: Kept) => boolean;
  update: (
    trx: Db,
    inquiry: Kept,
    change: Pick<AnyInquiry, "notes" | "firstContact"> & { waitingSince?: string } & { updatedAt: string },
  ) => Promise<Kept>;
  /** What a first contact, or the loss of one, means for the lead beside its stage Contacted. */
  moveLead?: (trx: Db, changed: Changed<Kept>, by: By) => Promise<void>;
  deleteRow: (trx: Db, id: string) => Promise<void>;
};

/** Of inquiries whose facts staff can correct. */
export type CorrectedKind<Kept extends AnyInquiry, Correction> = Kind<Kept> & {
  /** Labels of the facts that change. Throws invalid_input if a known one would be lost. */
  changedFacts: (before: Kept, correction: Correction) => string[];
  /** The house, as it is named in this inquiry. */
  placeOf: (inquiry: Kept) => Property | undefined;
  sent: (inquiry: Kept, correction: Correction) => Omit<LeadInquiry, "isLive" | "at">;
  correct: (trx: Db, before: Kept, correction: Correction & { leadId: string; updatedAt: string }) => Promise<Kept>;
};

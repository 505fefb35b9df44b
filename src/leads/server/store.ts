// What other modules may use.

export { findCall, findCalls, insertCall, listWaitingCalls, writeFirstContactOfCall } from "./calls.ts";
export { listContactTries, writeContactTry } from "./contact-tries.ts";
export { correctInquiry } from "./correct-lead.ts";
export {
  ATTRIBUTION_COLUMNS,
  type AttributionColumns,
  enqueueOverdueNotice,
  firstContactLine,
  INQUIRY_COLUMNS,
  type InquiryColumns,
  overdueNotice,
  VISIT_COLUMNS,
  type WithPrivacySignal,
  withPrivacySignal,
} from "./inquiries/store.ts";
export { type Joined, joinLead, joinLeads, type LeadInquiry, planLead } from "./join-lead.ts";
export { countLeadsBySource, type LeadSource, listLeadSources } from "./lead-sources.ts";
export {
  countTries,
  deleteCallRow,
  deleteLeads,
  erasePersonRows,
  findLead,
  findLeadRecords,
  findLeads,
  findOldCalls,
  findStanding,
  leaveLead,
  listLeadsOfPeople,
} from "./leads.ts";
export { endNextStep, findNextStep, insertNextStep, listNextSteps, updateNextStep } from "./next-steps.ts";
export { insertNotes, listNotes, listNotesOfRecord, writeNote } from "./notes.ts";
export {
  deletePeople,
  findPeople,
  findPerson,
  findPersonByEmail,
  findPersonRecords,
  listMerged,
  listPeople,
  listPeopleByPhone,
  listPhoneDigits,
  mergePeople,
  partPerson,
  renamePerson,
} from "./people.ts";
export { advanceStage, lockLead, type StageTables, takeBackStage, updateLead, writeStage } from "./stage.ts";
export type { LeadsTables } from "./table.ts";

// What other modules may use of the ledger.
export { linesOfAgreement, linesOfSpoken, linesOfUnknown } from "./agreements.ts";
export { stopCarrier } from "./carry-stops.ts";
export { deleteDetailsOf, deleteDetailsOfNumber, deleteDetailsOfPerson, deleteOldDetailsOfStops } from "./erasure.ts";
export {
  type Act,
  type Consent,
  findAgreedWords,
  findConsents,
  findLatestLine,
  findState,
  findStateByEmail,
  listKnownRecords,
  listLines,
  listStopped,
  lockPeople,
  type NewLine,
  storeWords,
  writeActs,
} from "./ledger.ts";
export { type PersonKeys, personKeyOf, personKeys } from "./person-keys.ts";
export { findMeetingStop, writeStop } from "./stop.ts";
export type { PermissionsTables } from "./table.ts";

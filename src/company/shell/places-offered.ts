import type { Facts } from "#company/facts/schema.ts";
import { listed } from "./shown.ts";

const PLACES: Record<keyof Facts["meetings"]["offered"], string> = {
  "in-person-property": "at your house",
  "in-person-office": "in our office",
  virtual: "by video",
  phone: "by phone",
};

/** "at your house, in our office, by video or by phone" */
export function placesOffered({ meetings: { offered } }: Pick<Facts, "meetings">): string {
  const types = Object.keys(PLACES) as (keyof typeof PLACES)[];
  return listed(
    types.filter((type) => offered[type]).map((type) => PLACES[type]),
    " or ",
  );
}

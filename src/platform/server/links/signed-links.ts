import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../ids.ts";
import type { KeyOf } from "./derive-key.ts";

export type SignedLinks = {
  tokenOf: (recordId: string) => string;
  urlOf: (recordId: string) => string;
  /** Returns undefined if the signature is not ours. */
  readToken: (token: string) => string | undefined;
};

/** Neither a copy of the database nor the record's id reveals the secret. Browsers do not send the part behind "#". */
export function createSignedLinks(keyOf: KeyOf, { purpose, page }: { purpose: string; page: string }): SignedLinks {
  const key = keyOf(purpose);
  const sign = (recordId: string) => createHmac("sha256", key).update(recordId).digest("base64url");
  const tokenOf = (recordId: string) => `${recordId}.${sign(recordId)}`;
  return {
    tokenOf,
    urlOf: (recordId) => `${page}#${tokenOf(recordId)}`,
    readToken: (token) => {
      const [recordId = "", signature = "", ...more] = token.split(".");
      if (!isId(recordId) || more.length > 0) return undefined;
      const right = Buffer.from(sign(recordId));
      const given = Buffer.from(signature);
      return given.length === right.length && timingSafeEqual(given, right) ? recordId : undefined;
    },
  };
}

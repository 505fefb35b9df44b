// What becomes of a body that a program has posted.
import { enqueueMail } from "#delivery/mail/server/store.ts";
import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { refusedNotice } from "./emails.ts";
import { keepRefused } from "./keep-refused.ts";
import type { Posted } from "./posted.ts";
import { assign, dropUnproved, isTest, type ReadLead, readLead } from "./read-lead.ts";
import { endSample } from "./store.ts";
import { type LeadKeyRow, mapOf } from "./table.ts";

type Taken = { as: "sample" } | { as: "test" | "lead"; read: ReadLead };

type Body = { posted: Posted; settings: LeadKeyRow; isForm: boolean; now: Date };

/** Keeps a body that it refuses, unless it is a test. Throws invalid_input. */
export async function takeBody(database: Database, { posted, settings, isForm, now }: Body): Promise<Taken> {
  const keyId = settings.key_id;
  const assigned = assign(posted.fields, mapOf(settings));
  if (isForm) dropUnproved(assigned.values);
  const as = isTest(assigned) ? "test" : "lead";
  const sample = { keyId, posted, reason: "A sample", isSample: true, now };
  if ((settings.sample_until ?? "") > now.toISOString()) {
    const isTaken = await database.transaction(async (trx) => {
      const isFirst = await endSample(trx, keyId);
      if (isFirst) await keepRefused(trx, sample);
      return isFirst;
    });
    if (isTaken) return { as: "sample" };
  }
  try {
    requireReadable(posted);
    return { as, read: readLead(assigned) };
  } catch (error) {
    if (error instanceof AppError && as === "lead") {
      const { message, details } = error;
      const fields = Object.entries(details.fields ?? {}).map(([name, text]) => `${name}: ${text}`);
      const reason = fields.length > 0 ? fields.join("\n") : message;
      await database.transaction(async (trx) => {
        await keepRefused(trx, { keyId, posted, reason, now });
        await enqueueMail(trx, [refusedNotice(keyId, now)], now);
      });
    }
    throw error;
  }
}

function requireReadable({ problem }: Posted): void {
  if (!problem) return;
  const { message, fields } = problem;
  throw new AppError("invalid_input", message, fields && { fields });
}

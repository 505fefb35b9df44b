// "I take it": one person of the staff answers a lead that waits. The claim belongs to the wait, not to the lead.
import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

/** Who calls, or is still on it, has so long. */
export const HOLD_MINUTES = 30;
/** Before the end, the person who has the lead is asked. */
export const ASK_MINUTES = 2;

export const claimSchema = z.object({
  by: z.object({ name: z.string(), email: z.string() }),
  at: z.string(),
  /** In the past, the lead is open again. */
  until: z.string(),
});

export type Claim = z.infer<typeof claimSchema>;

/** Of a lead whose person waits for staff. */
export const waitSchema = z.object({
  since: z.string(),
  /** The first outcome since then. It stops the clock. */
  triedAt: z.optional(z.string()),
  /** Of who has it, or was on it last without an outcome. */
  claim: z.optional(claimSchema),
});

export type Wait = z.infer<typeof waitSchema>;

export const newClaimSchema = z._default(z.object({ hold: z.optional(z.boolean()) }), {});

export const claimedSchema = answerOf({ message: z.string(), wait: z.optional(waitSchema) });

export type Claimed = z.infer<typeof claimedSchema>;

export function isHeld({ until }: Pick<Claim, "until">, now: Date): boolean {
  return Date.parse(until) > now.getTime();
}

/** The clock on a lead: "0:42", "1 h 05 min", "2 days". */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (value: number) => String(value).padStart(2, "0");
  if (hours === 0) return `${minutes}:${two(seconds % 60)}`;
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} days`;
}

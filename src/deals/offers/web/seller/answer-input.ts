// Fields that do not belong to the chosen answer are left out.
import * as z from "zod/mini";
import type { ACCEPTABLE, Answer } from "#deals/offers/offer.ts";
import { answerSchema, type SentAnswer } from "#deals/offers/seller.ts";
import { parseCents } from "#platform/money.ts";

export type AnswerInput = {
  alternative: (typeof ACCEPTABLE)[number];
  /** "" if the day is to be agreed on. */
  closingDay: string;
  amount: string;
  text: string;
};

export const EMPTY_ANSWER: AnswerInput = { alternative: "cash", closingDay: "", amount: "", text: "" };

export function answerInputSchema(answer: Answer, token: string) {
  return z.pipe(
    z.custom<AnswerInput>(),
    z.transform((input: AnswerInput, { issues }): SentAnswer => {
      const { data, error } = answerSchema.safeParse(toAnswer(input, answer, token));
      if (data) return data;
      for (const { path, message } of error.issues)
        issues.push({
          code: "custom",
          path: path.map((key) => (key === "amountCents" ? "amount" : key)),
          message,
          input,
        });
      return z.NEVER;
    }),
  );
}

function toAnswer({ alternative, closingDay, amount, text }: AnswerInput, answer: Answer, token: string): SentAnswer {
  return {
    token,
    answer,
    ...(text.trim() && { text }),
    ...(answer === "counter" && { amountCents: parseCents(amount) ?? 0 }),
    ...(answer === "yes" && { alternative, ...(closingDay && { closingDay }) }),
  };
}

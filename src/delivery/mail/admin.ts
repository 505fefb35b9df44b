import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { MAIL_KINDS, MAIL_STATES, MAIL_TRANSPORTS, type MailKind } from "./mail.ts";

export const mailSchema = z.object({
  _id: z.string(),
  kind: z.enum(Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]]),
  label: z.string(),
  audience: z.enum(["visitor", "staff", "account"]),
  state: z.enum(MAIL_STATES),
  recordId: z.string(),
  recipient: z.nullable(z.string()),
  transport: z.nullable(z.enum(MAIL_TRANSPORTS)),
  meeting: z.nullable(z.object({ date: z.string(), time: z.string() })),
  dueAt: z.string(),
  settledAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  tries: z.number(),
  lastError: z.nullable(z.string()),
});

export type Mail = z.infer<typeof mailSchema>;

export const mailAnswerSchema = answerOf({ mail: mailSchema });
export const mailsSchema = answerOf({ mails: z.array(mailSchema) });
export const deadLettersSchema = z.extend(mailsSchema, { total: z.number() });

export type MailAnswer = z.infer<typeof mailAnswerSchema>;
export type Mails = z.infer<typeof mailsSchema>;
export type DeadLetters = z.infer<typeof deadLettersSchema>;

export const mailStatusSchema = z.object({
  transport: z.enum(MAIL_TRANSPORTS),
  target: z.string(),
  from: z.string(),
  staffEmail: z.string(),
  overdue: z.number(),
  lastError: z.nullable(z.string()),
  failed: z.number(),
});

export type MailStatus = z.infer<typeof mailStatusSchema>;

export const mailStatusAnswerSchema = answerOf({ status: mailStatusSchema });

export type MailStatusAnswer = z.infer<typeof mailStatusAnswerSchema>;

export const mailsRetriedSchema = answerOf({ retried: z.number() });

// The page of one's own account: what it shows and what it changes.
import * as z from "zod/mini";
import { ownPasswordSchema } from "#accounts/users/credentials.ts";
import { STAFF_NOTICES } from "#accounts/users/staff-notice.ts";
import { newPasswordSchema, ROLES } from "#accounts/users/user.ts";
import { mailedLineSchema } from "#platform/addresses-in-text.ts";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema } from "#platform/text.ts";

export const MAX_NAME_LENGTH = 100;

/** Mails that an admin chooses. What protects the account comes in any case. */
export const NOTICE_CHOICES = ["morning", ...STAFF_NOTICES] as const;

export type NoticeChoice = (typeof NOTICE_CHOICES)[number];

const noticesSchema = z.record(z.enum(NOTICE_CHOICES), z.boolean());

export const accountSchema = answerOf({
  account: z.object({
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    isConfirmed: z.boolean(),
    /** The address that a link was mailed to, until it is opened or expires. */
    newEmail: z.nullable(z.string()),
    /** Of admins only. */
    notices: z.optional(noticesSchema),
  }),
});

export type Account = z.infer<typeof accountSchema>["account"];

export const nameSchema = z.object({ name: mailedLineSchema(MAX_NAME_LENGTH) });

/** Missing ones stay unchanged. */
export const accountChangesSchema = z.object({
  name: z.optional(nameSchema.shape.name),
  notices: z.optional(z.partialRecord(z.enum(NOTICE_CHOICES), z.boolean("Please say whether the mail is wanted"))),
});

export type AccountChanges = z.infer<typeof accountChangesSchema>;

export const passwordChangeSchema = z.object({
  current: ownPasswordSchema,
  password: newPasswordSchema("Please enter a new password"),
});

export type PasswordChange = z.infer<typeof passwordChangeSchema>;

export const newEmailSchema = z.object({ email: emailSchema("Email is required") });

export const sessionsSchema = answerOf({
  sessions: z.array(
    z.object({
      _id: z.string(),
      /** "Chrome on Windows" */
      device: z.string(),
      createdAt: z.string(),
      refreshedAt: z.string(),
      /** Whether the call belongs to it. */
      current: z.boolean(),
    }),
  ),
});

export type OwnSession = z.infer<typeof sessionsSchema>["sessions"][number];

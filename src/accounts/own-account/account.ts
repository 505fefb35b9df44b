import * as z from "zod/mini";
import { ownPasswordSchema } from "#accounts/users/credentials.ts";
import { STAFF_NOTICES } from "#accounts/users/staff-notice.ts";
import { newPasswordSchema, ROLES } from "#accounts/users/user.ts";
import { mailedLineSchema } from "#platform/addresses-in-text.ts";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema, httpsLinkSchema } from "#platform/text.ts";

export const MAX_NAME_LENGTH = 100;

/** An admin chooses these mails. Mails that protect the account are sent in any case. */
export const NOTICE_CHOICES = ["morning", ...STAFF_NOTICES] as const;

export type NoticeChoice = (typeof NOTICE_CHOICES)[number];

const noticesSchema = z.record(z.enum(NOTICE_CHOICES), z.boolean());

export const accountSchema = answerOf({
  account: z.object({
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    isConfirmed: z.boolean(),
    newEmail: z.nullable(z.string()),
    notices: z.optional(noticesSchema),
    /** Of admins. */
    videoLink: z.optional(z.string()),
  }),
});

export type Account = z.infer<typeof accountSchema>["account"];

export const profileSchema = z.object({
  name: mailedLineSchema(MAX_NAME_LENGTH),
  /** Where an admin holds video calls. */
  videoLink: z.optional(httpsLinkSchema),
});

export const accountChangesSchema = z.object({
  ...z.partial(profileSchema).shape,
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
      device: z.string(),
      createdAt: z.string(),
      refreshedAt: z.string(),
      current: z.boolean(),
    }),
  ),
});

export type OwnSession = z.infer<typeof sessionsSchema>["sessions"][number];

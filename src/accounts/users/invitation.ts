import * as z from "zod/mini";
import { ALL_DUTIES, dutiesSchema } from "#platform/access/duties.ts";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema } from "#platform/text.ts";
import { ROLES } from "./user.ts";

export const newInvitationSchema = z.object({
  email: emailSchema("Email is required"),
  role: z._default(z.enum(ROLES, "Please choose a role"), "user"),
  duties: z.optional(dutiesSchema),
  ownLeadsOnly: z.optional(z.boolean("Please choose which leads")),
});

export type NewInvitation = z.infer<typeof newInvitationSchema>;

export const INVITATION_STATES = ["open", "expired", "orphaned"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** As its holder sees it. `email` is told while it is open. */
export const heldInvitationSchema = answerOf({
  state: z.enum(["open", "used", "replaced", "withdrawn", "expired"]),
  email: z.optional(z.string()),
});

export type HeldInvitation = z.infer<typeof heldInvitationSchema>;

export const invitationSchema = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  duties: z.array(z.enum(ALL_DUTIES)),
  ownLeadsOnly: z.optional(z.boolean()),
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(INVITATION_STATES),
});

export type Invitation = z.infer<typeof invitationSchema>;

export const invitationAnswerSchema = answerOf({
  message: z.string(),
  invitation: invitationSchema,
});

export const invitationsSchema = answerOf({ invitations: z.array(invitationSchema) });

export type Invitations = z.infer<typeof invitationsSchema>;

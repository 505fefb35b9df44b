import * as z from "zod/mini";
import { newPasswordSchema } from "#accounts/users/user.ts";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema } from "#platform/text.ts";
import { ownPasswordSchema } from "./credentials.ts";

const LINK_REQUIRED = "Please open the link in the e-mail";
const MAX_TOKEN_LENGTH = 200;

const tokenSchema = z
  .string(LINK_REQUIRED)
  .check(z.minLength(1, LINK_REQUIRED), z.maxLength(MAX_TOKEN_LENGTH, LINK_REQUIRED));

export const linkTokenSchema = z.object({ token: tokenSchema });

export const forgotPasswordSchema = z.object({ email: emailSchema("Email is required") });

export const confirmationSchema = z.object({
  token: tokenSchema,
  password: z.optional(ownPasswordSchema),
  newPassword: z.optional(newPasswordSchema()),
});

export type EmailConfirmation = z.infer<typeof confirmationSchema>;

export const passwordByLinkSchema = z.object({
  token: tokenSchema,
  password: newPasswordSchema("Password is required"),
});

export type PasswordByLink = z.infer<typeof passwordByLinkSchema>;

export const signInOptionsSchema = answerOf({
  mail: z.boolean(),
  registration: z.enum(["open", "closed"]),
  ask: z.string(),
});

export type SignInOptions = z.infer<typeof signInOptionsSchema>;

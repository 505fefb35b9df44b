import * as z from "zod/mini";
import { factorDueSchema } from "#accounts/users/factor-due.ts";
import { isTypable, newPasswordSchema, PASSWORD_LENGTH, UNTYPABLE, userSchema } from "#accounts/users/user.ts";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";

const EMAIL_REQUIRED = "Email is required";
const PASSWORD_REQUIRED = "Password is required";
const MAX_UTF16_LENGTH = PASSWORD_LENGTH.longest * 2;

/** Older passwords need not meet the rules for new ones. */
export const ownPasswordSchema = z
  .string(PASSWORD_REQUIRED)
  .check(
    z.minLength(1, PASSWORD_REQUIRED),
    z.maxLength(MAX_UTF16_LENGTH, `Please use at most ${PASSWORD_LENGTH.longest} characters`),
    z.refine(isTypable, UNTYPABLE),
  );

export const loginSchema = z.object({
  email: lineSchema(TEXT_LIMITS.email, EMAIL_REQUIRED),
  password: ownPasswordSchema,
});

export const registrationSchema = z.object({
  email: emailSchema(EMAIL_REQUIRED),
  password: newPasswordSchema(PASSWORD_REQUIRED),
});

export type Credentials = z.infer<typeof loginSchema>;

const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.optional(z.string()) });

const signedInUserSchema = z.extend(userSchema, factorDueSchema.shape);

export const signedInSchema = z.extend(signedInUserSchema, {
  success: z.literal(true),
  ...tokensSchema.shape,
});

export type SignedIn = Omit<z.infer<typeof signedInSchema>, "success">;

/** `user` tells the page about a changed role, and about a second factor that is due. */
export const refreshedSchema = answerOf({ data: tokensSchema, user: signedInUserSchema });

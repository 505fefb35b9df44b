import * as z from "zod/mini";
import type { Facts } from "#company/facts/schema.ts";
import { ALL_DUTIES } from "#platform/access/duties.ts";
import { isBlank, MORE_THAN_SPACES } from "#platform/text.ts";

export const ROLES = ["admin", "user"] as const;
export type Role = (typeof ROLES)[number];

export const STATUS_LABELS = { active: "Active", inactive: "Inactive" } as const;

export const ROLE_LABELS: Record<Role, string> = { admin: "Admin", user: "User" };

export const PASSWORD_LENGTH = { shortest: 8, longest: 128 };

export const UNTYPABLE = "Please use other characters";

/** Passwords keep any characters exactly as typed. An optional empty one counts as none. */
export const newPasswordSchema = (required?: string) =>
  z.string(required ?? "Please enter text").check(
    z.refine((text) => text !== "" || required === undefined, { error: required, abort: true }),
    z.refine((text) => text === "" || countCharacters(text) >= PASSWORD_LENGTH.shortest, {
      error: `Please use at least ${PASSWORD_LENGTH.shortest} characters`,
      abort: true,
    }),
    z.refine((text) => countCharacters(text) <= PASSWORD_LENGTH.longest, {
      error: `Please use at most ${PASSWORD_LENGTH.longest} characters`,
      abort: true,
    }),
    z.refine((text) => text === "" || !isBlank(text), MORE_THAN_SPACES),
    z.refine(isTypable, UNTYPABLE),
  );

/** NUL and half a surrogate pair come from no keyboard. */
export function isTypable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

export const userSchema = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  confirmed: z.boolean(),
  role: z.enum(ROLES),
  /** What an admin may do. */
  duties: z.array(z.enum(ALL_DUTIES)),
  /** Of leads, the person sees own and unclaimed ones only. */
  ownLeadsOnly: z.optional(z.boolean()),
  isActive: z.boolean(),
  active: z.boolean(),
  lastLoginAt: z.nullable(z.string()),
  createdAt: z.string(),
});

export type User = z.infer<typeof userSchema>;

function countCharacters(text: string): number {
  return text.length > PASSWORD_LENGTH.longest * 2 ? text.length : [...text].length;
}

/** Passwords must not be made of what others know about the company and the account. */
export function knownNames({ company }: Facts, email: string): string[] {
  return [...namesOfCompany(company), ...namesOfAccount(email)];
}

const MIN_PART_LENGTH = 3;

function namesOfCompany(company: Facts["company"]): string[] {
  const [, domain = ""] = company.email.split("@");
  const [longest = ""] = domain.split(".").toSorted((one, other) => other.length - one.length);
  return [company.name, company.shortName, company.email, domain, longest];
}

function namesOfAccount(email: string): string[] {
  const [name = ""] = email.split("@");
  return [email, name, ...name.split(/[^\p{L}]+/u).filter((part) => part.length >= MIN_PART_LENGTH)];
}

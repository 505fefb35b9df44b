// A user is somebody with an account: an admin of the company who works in the admin area, or a visitor who signed up.
import * as z from "zod/mini";
import { isBlank, MORE_THAN_SPACES } from "#platform/text.ts";
import { company } from "#site";

export const ROLES = ["admin", "user"] as const;
export type Role = (typeof ROLES)[number];

export const STATUS_LABELS = { active: "Active", inactive: "Inactive" } as const;

export const ROLE_LABELS: Record<Role, string> = { admin: "Admin", user: "User" };

export const PASSWORD_LENGTH = { shortest: 8, longest: 128 };

export const UNTYPABLE = "Please use other characters";

/** A password somebody chooses: any characters, exactly as typed. Where it is not required, an empty one is none. */
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

/** No NUL and no half of a character: nothing a keyboard makes. */
export function isTypable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** What the API says about a user. `active` repeats `isActive` for the screens that read that name. */
export const userSchema = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  active: z.boolean(),
  lastLoginAt: z.nullable(z.string()),
  createdAt: z.string(),
});

export type User = z.infer<typeof userSchema>;

function countCharacters(text: string): number {
  return text.length > PASSWORD_LENGTH.longest * 2 ? text.length : [...text].length;
}

/** What others know of the company and of the account with this e-mail: nobody should make a password of it. */
export function knownNames(email: string): string[] {
  return [...namesOfCompany(), ...namesOfAccount(email)];
}

/** A shorter part of an address is an initial. */
const MIN_PART_LENGTH = 3;

function namesOfCompany(): string[] {
  const [, domain = ""] = company.email.split("@");
  const [longest = ""] = domain.split(".").toSorted((one, other) => other.length - one.length);
  return [company.name, company.shortName, company.email, domain, longest];
}

function namesOfAccount(email: string): string[] {
  const [name = ""] = email.split("@");
  return [email, name, ...name.split(/[^\p{L}]+/u).filter((part) => part.length >= MIN_PART_LENGTH)];
}

import * as z from "zod/mini";
import { dutiesSchema } from "#platform/access/duties.ts";
import { filter } from "#platform/list-filter.ts";
import { optionalPageSchema, paginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { newPasswordSchema, ROLE_LABELS, ROLES, type Role, STATUS_LABELS, userSchema } from "./user.ts";

export const USER_STATUSES = ["active", "inactive"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const userFilterSchema = z.object({
  search: z.optional(lineSchema(TEXT_LIMITS.search)),
  status: filter<UserStatus>(valuesByLabel(STATUS_LABELS), USER_STATUSES, "Unknown status"),
  role: filter<Role>(valuesByLabel(ROLE_LABELS), ROLES, "Unknown role"),
});

export type UserFilter = z.infer<typeof userFilterSchema>;

export const userQuerySchema = z.extend(userFilterSchema, optionalPageSchema.shape);

export type UserQuery = z.infer<typeof userQuerySchema>;

export const MAX_WITHOUT_PAGE = 1_000;

export const listedUserSchema = z.extend(userSchema, { hasSecondFactor: z.optional(z.boolean()) });

export type ListedUser = z.infer<typeof listedUserSchema>;

export const userListSchema = answerOf({
  users: z.array(listedUserSchema),
  total: z.number(),
  active: z.number(),
  hasMore: z.boolean(),
  pagination: z.optional(paginationSchema),
});

export type UserList = z.infer<typeof userListSchema>;

/** Whom to ask for a duty. */
export const ownersSchema = answerOf({ owners: z.array(z.object({ name: z.string(), email: z.string() })) });

export type Owners = z.infer<typeof ownersSchema>;

export const BOTH_REQUIRED = "Email and password are required";
const roleSchema = z.enum(ROLES, "Please choose a role");
const isActiveSchema = z.boolean("Please choose a status");

export const newUserSchema = z.object({
  email: emailSchema(BOTH_REQUIRED),
  password: newPasswordSchema(BOTH_REQUIRED),
  role: z._default(roleSchema, "user"),
  duties: z.optional(dutiesSchema),
  ownLeadsOnly: z.optional(z.boolean("Please choose which leads")),
  isActive: z._default(isActiveSchema, true),
});

export type NewUser = z.infer<typeof newUserSchema>;

export const userChangesSchema = z.object({
  email: z.optional(emailSchema("Email is required")),
  password: z.optional(newPasswordSchema()),
  role: z.optional(roleSchema),
  /** A new admin for whom none are named has those of the admin who makes them one. */
  duties: z.optional(dutiesSchema),
  ownLeadsOnly: z.optional(z.boolean("Please choose which leads")),
  isActive: z.optional(isActiveSchema),
  confirmed: z.optional(z.literal(true, "An address can only be vouched for")),
});

export type UserChanges = z.infer<typeof userChangesSchema>;

export const userChangedSchema = answerOf({ message: z.string(), user: userSchema });

function valuesByLabel<Value extends string>(labels: Record<Value, string>): Record<string, readonly Value[]> {
  const values = Object.keys(labels) as Value[];
  return Object.fromEntries(values.map((value) => [labels[value], [value]]));
}

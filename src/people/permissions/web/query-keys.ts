import type { PersonQuery } from "#people/permissions/permission.ts";

export const permissionKeys = {
  all: ["permissions"],
  state: (person: PersonQuery) => ["permissions", "state", person],
  proof: (person: PersonQuery) => ["permissions", "proof", person],
};

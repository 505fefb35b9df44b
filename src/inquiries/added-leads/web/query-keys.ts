export const leadKeyKeys = {
  all: ["lead-keys"],
  one: (id: string) => ["lead-keys", id],
};

export const factorKeys = {
  all: ["factors"],
  own: ["factors", "own"],
  of: (userId: string) => ["factors", "of", userId],
};

export const removalKeys = {
  hold: ["removals", "hold"],
};

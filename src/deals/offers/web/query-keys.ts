export const offerKeys = {
  all: ["offers"],
  ofLead: (leadId: string) => ["offers", "of lead", leadId],
  one: (id: string) => ["offers", "one", id],
  promptness: ["offers", "promptness"],
  /** As the seller's page shows it. */
  seen: (token: string | undefined) => ["offers", "seen", token],
};

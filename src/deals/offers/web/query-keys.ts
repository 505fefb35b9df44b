export const offerKeys = {
  all: ["offers"],
  ofLead: (leadId: string) => ["offers", "of lead", leadId],
  one: (id: string) => ["offers", "one", id],
  promptness: ["offers", "promptness"],
  seen: (token: string | undefined) => ["offers", "seen", token],
};

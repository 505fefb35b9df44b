export const campaignKeys = {
  all: ["campaigns"],
  report: (query: string) => ["campaigns", "report", query],
  links: ["campaigns", "links"],
  spend: (until: string) => ["campaigns", "spend", until],
  spendHistory: ["campaigns", "spend-history"],
  history: (name: string) => ["campaigns", "history", name],
};

export const campaignKeys = {
  all: ["campaigns"],
  report: (query: string) => ["campaigns", "report", query],
  links: ["campaigns", "links"],
  history: (name: string) => ["campaigns", "history", name],
};

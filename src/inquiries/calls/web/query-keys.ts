export const callKeys = {
  callers: (query: string) => ["calls", "callers", query],
  knownCampaigns: ["calls", "known-campaigns"],
};

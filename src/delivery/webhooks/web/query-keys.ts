export const webhookKeys = {
  all: ["webhooks"],
  endpoints: ["webhooks", "endpoints"],
  history: (id: string) => ["webhooks", "history", id],
  deliveries: (query: string) => ["webhooks", "deliveries", query],
};

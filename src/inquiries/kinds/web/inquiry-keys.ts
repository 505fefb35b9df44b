export function inquiryKeys(name: string) {
  return {
    all: [name],
    lists: [name, "list"],
    list: (query: string) => [name, "list", query],
    totals: (filters: string) => [name, "totals", filters],
    record: (id: string) => [name, "record", id],
    history: (id: string, version: number) => [name, "history", id, version],
  };
}

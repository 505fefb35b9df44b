export const peopleKeys = {
  all: ["people"],
  person: (email: string) => ["people", "person", email],
  page: (id: string) => ["people", "page", id],
  list: (query: string) => ["people", "list", query],
  requests: ["people", "requests"],
};

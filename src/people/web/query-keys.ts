export const peopleKeys = {
  all: ["people"],
  person: (email: string) => ["people", "person", email],
  requests: ["people", "requests"],
};

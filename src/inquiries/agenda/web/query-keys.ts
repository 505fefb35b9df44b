export const agendaKeys = {
  all: ["agenda"],
  daySheet: (query: string) => ["agenda", "day-sheet", query],
  feeds: ["agenda", "calendar-feeds"],
};

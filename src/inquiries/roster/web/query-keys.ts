export const rosterKeys = { all: ["roster"] };

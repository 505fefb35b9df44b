export const accountKeys = {
  all: ["account"],
  own: ["account", "own"],
  sessions: ["account", "sessions"],
};

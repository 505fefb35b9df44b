export const keyKeys = {
  all: ["keys"],
};

export const systemKeys = {
  all: ["system"],
  page: ["system", "page"],
  panel: ["system", "panel"],
};

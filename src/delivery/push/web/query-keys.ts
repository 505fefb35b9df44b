export const pushKeys = { all: ["push"], devices: ["push", "devices"], browser: ["push", "browser"] };

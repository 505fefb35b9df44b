/** The colours of one look by token name, such as { bg: "#fafaf6" }. */
export type ColorTokens = Record<string, string>;

/**
 * Reads both looks out of the text of styles.css, the one place where a colour is written. What is not CSS and needs one
 * (the browser's own bars, the social picture, the contrast test) asks here.
 */
export function readColorTokens(css: string): { light: ColorTokens; dark: ColorTokens } {
  const light = tokensOf(/:root\s*\{([^}]*--bg:[^}]*)\}/.exec(css)?.[1]);
  const dark = tokensOf(/\.dark\s*\{([^}]*--bg:[^}]*)\}/.exec(css)?.[1]);
  return { light, dark: { ...light, ...dark } };
}

function tokensOf(declarations = ""): ColorTokens {
  return Object.fromEntries(
    [...declarations.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/gi)].map(([, name, hex]) => [name, hex]),
  );
}

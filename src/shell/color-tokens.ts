export type ColorTokens = Record<string, string>;

/** Reads both themes from tokens.css, for what is not CSS: browser bars, the social picture, the contrast test. */
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

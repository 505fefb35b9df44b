import { PALETTES, type Palette } from "#company/facts/choices.ts";

export type ColorTokens = Record<string, string>;
export type Themes = { light: ColorTokens; dark: ColorTokens };

export function readColors(tokens: string, palettes: string): Record<Palette, Themes> {
  const light = tokensOf(/:root\s*\{([^}]*--bg:[^}]*)\}/.exec(tokens)?.[1]);
  const dark = { ...light, ...tokensOf(/\.dark\s*\{([^}]*--bg:[^}]*)\}/.exec(tokens)?.[1]) };
  const themesOf = (palette: Palette): Themes => ({
    light: { ...light, ...tokensOf(new RegExp(`\\.${palette}\\s*\\{([^}]*)\\}`).exec(palettes)?.[1]) },
    dark: { ...dark, ...tokensOf(new RegExp(`\\.${palette}\\.dark\\s*\\{([^}]*)\\}`).exec(palettes)?.[1]) },
  });
  return Object.fromEntries(PALETTES.map((palette) => [palette, themesOf(palette)])) as Record<Palette, Themes>;
}

function tokensOf(declarations = ""): ColorTokens {
  return Object.fromEntries(
    [...declarations.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/gi)].map(([, name, hex]) => [name, hex]),
  );
}

export function isKnownTag(header: string | undefined, tag: string): boolean {
  return header?.split(",").some((one) => one.trim().replace(/^W\//, "") === tag) ?? false;
}

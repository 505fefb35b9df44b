const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const BIG = "\u0000big:";

/** Integers beyond Number.MAX_SAFE_INTEGER become BigInt instead of being rounded. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKENS, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? JSON.stringify(BIG + token) : token,
  );
  return JSON.parse(marked, (_key, value) =>
    typeof value === "string" && value.startsWith(BIG) ? BigInt(value.slice(BIG.length)) : value,
  );
}

// The rules apply to new passwords only, so that existing ones keep working.
import { readFileSync } from "node:fs";
import { AppError } from "#platform/errors.ts";
import { isBlank, MORE_THAN_SPACES } from "#platform/text.ts";
import { hashPassword } from "../passwords.ts";

const COMMON =
  "This is one of the most common passwords. Please choose another, such as three words that you can remember";
const NAME =
  "This is little more than a name that others know. Please choose another, such as three words that you can remember";

const LIST = new URL("./common-passwords.txt", import.meta.url);
const LOOKALIKES: Record<string, string> = {
  "0": "o",
  "1": "il",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "il",
};

/** Throws invalid_input if the password is too easy to guess. */
export async function hashNewPassword(password: string, names: readonly string[], field = "password"): Promise<string> {
  const reason = whyRefused(password, names);
  if (reason) throw new AppError("invalid_input", reason, { fields: { [field]: reason } });
  return hashPassword(password);
}

export function whyRefused(password: string, names: readonly string[]): string | undefined {
  if (isBlank(password)) return MORE_THAN_SPACES;
  if (commonPasswords().has(fold(password).trim())) return COMMON;
  return isMadeOf(password, names) || names.some((name) => bare(name) === bare(password)) ? NAME : undefined;
}

let common: ReadonlySet<string> | undefined;

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readFileSync(LIST, "utf8").split("\n"));
  return common;
}

/** Look-alike signs count as letters. All readings are followed in parallel, so that no address makes the search slow. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const signs = [...fold(password)];
  const letters = [...new Set(names.map(lettersOf))].filter((name) => name !== "");
  if (!signs.some(isLetter)) return false;
  const text = letters.flatMap((name) => [...name, ""]);
  const beginnings = [...text.keys()].filter((at) => at === 0 || text[at - 1] === "");
  let open = new Set(beginnings);
  for (const sign of signs) {
    const next = new Set<number>();
    for (const at of open) {
      if (!isLetter(sign)) next.add(at);
      if (!matchesLetter(sign, text[at] ?? "")) continue;
      for (const then of text[at + 1] === "" ? beginnings : [at + 1]) next.add(then);
    }
    open = next;
  }
  return beginnings.some((at) => open.has(at));
}

function matchesLetter(sign: string, letter: string): boolean {
  return letter !== "" && (sign === letter || (LOOKALIKES[sign] ?? "").includes(letter));
}

function isLetter(sign: string): boolean {
  return /\p{L}/u.test(sign);
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}]/gu, "");
}

function bare(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

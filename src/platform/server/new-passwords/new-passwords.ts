// The rules apply to new passwords only, so that existing ones keep working.
import { readFileSync } from "node:fs";
import { AppError } from "#platform/errors.ts";
import { isBlank, MORE_THAN_SPACES } from "#platform/text.ts";
import { hashPassword } from "../passwords.ts";

const COMMON =
  "This is one of the most common passwords. Please choose another, such as three words that you can remember";
const COMMON_WITH_MORE =
  "This is little more than one of the most common passwords. Please choose another, such as three words that you can remember";
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
  if (commonPasswords().passwords.has(fold(password).trim())) return COMMON;
  if (surroundsCommon([...fold(password)])) return COMMON_WITH_MORE;
  return isMadeOf(password, names) || names.some((name) => bare(name) === bare(password)) ? NAME : undefined;
}

/** Whether all letters are in one common password, with nothing but digits and signs before and behind it. */
function surroundsCommon(signs: readonly string[]): boolean {
  const { passwords, maxLength } = commonPasswords();
  const first = signs.findIndex(isLetter);
  const lastStart = first === -1 ? signs.length - 1 : first;
  const firstEnd = signs.findLastIndex(isLetter) + 1;
  for (let start = 0; start <= lastStart; start++)
    for (let end = Math.max(firstEnd, start + 1); end <= Math.min(signs.length, start + maxLength); end++)
      if (passwords.has(signs.slice(start, end).join(""))) return true;
  return false;
}

let common: { passwords: ReadonlySet<string>; maxLength: number } | undefined;

function commonPasswords(): NonNullable<typeof common> {
  if (common) return common;
  const listed = readFileSync(LIST, "utf8").trimEnd().split("\n");
  // The list leaves out what is too short for a password: "dragon" is common too, as "dragon123" shows.
  const words = listed.flatMap((line) => /^[^\p{L}]*(\p{L}{5,})[^\p{L}]*$/u.exec(line)?.[1] ?? []);
  common = { passwords: new Set([...listed, ...words]), maxLength: Math.max(...listed.map(({ length }) => length)) };
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
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "");
}

import type { Page } from "#company/facts/pages/pages.ts";
import type { ClaimName } from "#company/facts/parts/claimed.ts";
import type { Facts } from "#company/facts/schema.ts";
import { partOf } from "#platform/merging/field-changes.ts";
import { type ClaimPart, type FactPath, fieldsOf, type Part } from "./form.ts";
import { SECTIONS, type SectionId } from "./sections.ts";

/** Facts that stand in several groups of the form, or are called otherwise there. */
const LABELS = new Map<string, string>([
  ["claims", "Confirmations"],
  ["bookingRules", "Booking rules"],
  ["leads", "Inquiry rules"],
  ["figures", "Figures"],
  ["promises", "Promises"],
  ["team", "Team"],
  ["tries", "Plan of tries"],
  ["pages", "Pages"],
]);
const CLAIMS = new Map<string, ClaimPart & { about: readonly FactPath[] }>();
const PLACES = new Map<string, SectionId>();
/** Each path of the form, and what it lies in. */
const KNOWN = new Set<string>();

for (const { id, title, parts } of SECTIONS) learn(parts, id, title, parts);

function learn(parts: readonly Part[], id: SectionId, title: string, siblings: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === "string") continue;
    if ("claim" in part) {
      const known = { ...part, name: part.name || lowerFirst(title), about: part.about ?? aboutOf(siblings) };
      CLAIMS.set(part.claim, known);
      LABELS.set(part.claim, part.claim.startsWith("claims.") ? known.name : "confirmation");
      PLACES.set(startOf(part.claim), id);
    }
    if ("list" in part && !part.list.includes(".") && !LABELS.has(part.list)) LABELS.set(part.list, title);
    if ("group" in part && part.path)
      LABELS.set(part.path, part.path.startsWith("words.") ? `Words: ${part.group}` : part.group);
    for (const { path, label, short = label } of fieldsOf([part])) {
      LABELS.set(path, short);
      for (let end: string = path; end !== ""; end = end.slice(0, Math.max(0, end.lastIndexOf(".")))) KNOWN.add(end);
      PLACES.set(startOf(path), id);
    }
    if ("parts" in part) learn(part.parts, id, "group" in part ? part.group : title, part.parts);
  }
}

function aboutOf(parts: readonly Part[]): readonly FactPath[] {
  return parts.flatMap((part) =>
    typeof part === "object" && "list" in part ? part.list : fieldsOf([part]).map(({ path }) => path),
  );
}

/** A fact lies in one section, and so do its parts; claims and words are facts one by one. */
function startOf(path: string): string {
  const [name = "", key = ""] = path.split(".");
  return ["claims", "words"].includes(name) ? `${name}.${key}` : name;
}

function lowerFirst(title: string): string {
  return title.replace(/^./, (letter) => letter.toLowerCase());
}

function upperFirst(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

export function sectionOf(path: string): SectionId {
  return PLACES.get(startOf(path)) ?? "company";
}

export function claimName(name: ClaimName): string {
  return CLAIMS.get(`claims.${name}`)?.name ?? name;
}

/** The facts that a claim is about. */
export function aboutClaim(path: string): readonly FactPath[] {
  return CLAIMS.get(path)?.about ?? [];
}

export function contentOf(facts: Facts, name: ClaimName): unknown[] {
  return aboutClaim(`claims.${name}`).map((path) => partOf(facts, path.split(".")));
}

/** A path names the items of lists: see field-changes.ts. Pages are named by their id or place. */
export function labelOf(path: readonly string[], { pages }: { pages: readonly Pick<Page, "id" | "title">[] }): string {
  let place = "";
  const labels = path.map((part) => {
    if (part === "") return "order";
    const isItem = KNOWN.has(`${place}.*`);
    place = isItem ? `${place}.*` : [place, part].filter(Boolean).join(".");
    if (place === "pages.*") return (pages.find(({ id }) => id === part) ?? pages[Number(part)])?.title || "a page";
    if (isItem) return part;
    return LABELS.get(place) ?? (KNOWN.has(place) ? "" : spaced(part));
  });
  return labels.filter(Boolean).join(", ") || upperFirst(path[0] ?? "");
}

/** The name of an item is not the name of a field. */
function spaced(part: string): string {
  const isName = /^[a-z]+([A-Z][a-z]+)+$/.test(part);
  return isName ? part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : part;
}

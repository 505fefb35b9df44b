// What the desk's form is made of. Kind and limits of a control follow from the schema at its path.
import { PLACEHOLDERS, WORD_PLACEHOLDERS } from "#company/facts/placeholders.ts";
import type { Facts } from "#company/facts/schema.ts";

type Paths<Value> = Value extends readonly (infer Item)[]
  ? "" | `.*${Paths<Item>}`
  : Value extends object
    ? "" | { [Key in keyof Value & string]: `.${Key}${Paths<Value[Key]>}` }[keyof Value & string]
    : "";

type WithoutDot<Path> = Path extends `.${infer Rest}` ? Rest : never;

/** A star stands for any item of a list: "team.*.name". */
export type FactPath = WithoutDot<Paths<Facts>>;

type Options = {
  hint?: string;
  /** In lists of changes and mistakes, where the form's label is too long or says too little. */
  short?: string;
  optional?: true;
  /** Of a text that has several. */
  rows?: number;
  /** Line ends become spaces. */
  isOneLine?: true;
  type?: "email" | "tel" | "url" | "date" | "time";
  /** A name stands for choices that the desk works out. */
  choices?: "states" | "zones" | readonly (readonly [value: string, label: string])[];
  /** At most so many, although the fact may be a text. */
  digits?: number;
};

export type Field = Options & { path: FactPath; label: string };
export type Row = { row: readonly Field[]; columns: "two" | "three" | "narrow first" };
export type List = {
  list: FactPath;
  one: string;
  add: string;
  parts: readonly Part[];
  /** What a new item begins with beside empty texts. */
  blank?: (year: string) => object;
};
export type ClaimPart = {
  claim: FactPath;
  what: string;
  name: string;
  /** Without it, all fields beside the claim. */
  about?: readonly FactPath[];
  canHide: boolean;
};
/** The desk draws it by itself. */
export type Panel = { panel: PanelName; fields: readonly Field[]; parts: readonly Part[] };
export type Group = {
  group: string;
  parts: readonly Part[];
  /** Its title is the label of this fact. */
  path?: FactPath;
};
/** A text is a paragraph; at the beginning of a section or group it stands below the title. */
export type Part = string | Field | Row | List | ClaimPart | Panel | Group;
export type Section<Id extends string = string> = { id: Id; title: string; parts: readonly Part[] };

export type PanelName =
  | "accent"
  | "agreement"
  | "closed day"
  | "find place"
  | "lawyer"
  | "meeting types"
  | "pages"
  | "proposal"
  | "retention"
  | "social links"
  | "video link"
  | "week";

export function field(path: FactPath, label: string, options: Options = {}): Field {
  return { path, label, ...options };
}

export function row(...fields: readonly Field[]): Row {
  return { row: fields, columns: "two" };
}

export function threeInRow(...fields: readonly Field[]): Row {
  return { row: fields, columns: "three" };
}

export function panel(name: PanelName, fields: readonly Field[] = [], parts: readonly Part[] = []): Panel {
  return { panel: name, fields, parts };
}

export function list(head: Omit<List, "parts">, parts: readonly Part[]): List {
  return { ...head, parts };
}

export function claim(path: FactPath, what: string, options: Partial<ClaimPart> = {}): ClaimPart {
  return { claim: path, what, name: "", canHide: true, ...options };
}

export function group(head: string | Pick<Group, "group" | "path">, parts: readonly Part[]): Group {
  return { ...(typeof head === "string" ? { group: head } : head), parts };
}

export function section<Id extends string>(id: Id, title: string, parts: readonly Part[]): Section<Id> {
  return { id, title, parts };
}

/** Fields of parts and of all that is in them. */
export function fieldsOf(parts: readonly Part[]): Field[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    if ("label" in part) return [part];
    if ("row" in part) return part.row;
    const fields = "fields" in part ? part.fields : [];
    return [...fields, ...("parts" in part ? fieldsOf(part.parts) : [])];
  });
}

export function textAndParts([first, ...others]: readonly Part[]): { text: string; parts: readonly Part[] } {
  if (typeof first === "string") return { text: first, parts: others };
  return { text: "", parts: first ? [first, ...others] : [] };
}

/** Once in a section whose texts are written so. */
export const MARKS = `In long texts you can write **bold**, *italic*, ## heading, - list, [text](address). Words in braces stand for your own facts: ${inBraces(PLACEHOLDERS)}.`;

export const WORDS_HELP = `Words in braces stand for your own facts: ${inBraces(WORD_PLACEHOLDERS)}. A sentence is left out while a fact that it names is hidden. What is left empty is not shown.`;

function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}

// The facts of the company, as published: one object, exchanged as a whole. A server adopts it from the database before it starts
// and again with every new version; a page carries it as JSON, and adopts what is published while it is open.
import type { Facts } from "./schema.ts";

let current: Facts | undefined;
const followers = new Set<() => void>();

/** To be read where it is needed, not once when a module loads. Reading it before one is adopted is a mistake and throws. */
export function currentFacts(): Facts {
  if (!current) throw new Error("No facts are adopted yet.");
  return current;
}

export function adoptFacts(given: Facts): void {
  current = given;
  for (const follower of followers) follower();
}

/** Calls it with every exchange until the returned function is called. */
export function followFacts(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** The element of a page that holds its facts. */
export const FACTS_ID = "facts";

/** The name of the meta element that holds the number of the published version. */
export const VERSION_NAME = "site-version";

type Page = {
  getElementById(id: string): { textContent: string | null } | null;
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
};

/** In a page: the version that it was made with; undefined in tests without a document of ours. */
export function shownVersion(): number | undefined {
  const content = document?.querySelector(`meta[name=${VERSION_NAME}]`)?.getAttribute("content");
  return content ? Number(content) : undefined;
}

const { document } = globalThis as { document?: Page };
const stored = document?.getElementById(FACTS_ID)?.textContent;
if (stored) adoptFacts(JSON.parse(stored));

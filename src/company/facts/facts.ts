import type { Facts } from "./schema.ts";

let current: Facts | undefined;
const followers = new Set<() => void>();

/** Code reads facts where it needs them, not once when a module loads. Reading before a version is adopted throws. */
export function currentFacts(): Facts {
  if (!current) throw new Error("No facts are adopted yet.");
  return current;
}

export function adoptFacts(given: Facts): void {
  current = given;
  for (const follower of followers) follower();
}

/** The follower is called with every exchange until the returned function is called. */
export function followFacts(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

export const FACTS_ID = "facts";

export const VERSION_NAME = "site-version";

type Page = {
  getElementById(id: string): { textContent: string | null } | null;
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
};

/** Tests have no document with a version, so the result may be undefined. */
export function shownVersion(): number | undefined {
  const content = document?.querySelector(`meta[name=${VERSION_NAME}]`)?.getAttribute("content");
  return content ? Number(content) : undefined;
}

const { document } = globalThis as { document?: Page };
const stored = document?.getElementById(FACTS_ID)?.textContent;
if (stored) adoptFacts(JSON.parse(stored));

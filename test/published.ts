// Publishes facts of the company through the calls of an admin.
import type { Facts } from "#company/facts/schema.ts";
import { addSignedIn } from "./accounts.ts";
import type { TestSite } from "./server.ts";

let admins = 0;

/** Returns the new number. */
export async function publishFacts(site: TestSite, change: (facts: Facts) => Facts): Promise<number> {
  const { call } = await addSignedIn(site, { email: `publisher${++admins}@example.com` });
  const { published, draft } = (await call("GET", "/api/site")).json();
  const body = { facts: change(published.facts), version: draft?.version ?? 0, basedOn: published.number };
  const written = await call("PUT", "/api/site/draft", body);
  if (written.statusCode !== 200) throw new Error(written.body);
  const answer = await call("POST", "/api/site/publish", { version: written.json().draft.version });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().number;
}

import type { Draft } from "#company/facts/admin.ts";
import type { Facts } from "#company/facts/schema.ts";
import { signIn } from "./seeded.ts";

type Pages = Facts["pages"];

/** The function publishes the site with other pages of the owner's, made of those that it has, and returns the milliseconds that the publication took. */
export async function pagePublisher(url: string): Promise<(change: (pages: Pages) => Pages) => Promise<number>> {
  const headers = { authorization: `Bearer ${await signIn(url)}`, "content-type": "application/json" };
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/api/site${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Answer;
  };
  return async (change) => {
    const { published } = await call<{ published: { facts: Facts } }>("GET", "");
    const { facts } = published;
    const changed = { facts: { ...facts, pages: change(facts.pages) }, version: 0 };
    const { draft } = await call<{ draft: Draft }>("PUT", "/draft", changed);
    const begun = performance.now();
    await call("POST", "/publish", { version: draft.version });
    return performance.now() - begun;
  };
}

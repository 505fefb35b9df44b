// The documented nginx in front of a site whose pages hear of changes.
import { expect, test } from "vitest";
import { hear, SOON, startListening } from "../programs/event-streams.ts";
import { startNginx } from "../programs/nginx.ts";
import { freePort } from "../programs/postgres.ts";
import { bookMeeting } from "../requests.ts";

const MAX_STREAMS_OF_ACCOUNT = 30;

test("what changes comes through nginx at once, and who has left is forgotten", async ({ skip }) => {
  const { site, url, token } = await startListening({ env: { RATE_LIMIT: "off" } });
  const nginx = (await startNginx([Number(new URL(url).port), await freePort()])) ?? skip("nginx is not installed");
  const stream = await hear(nginx.url, token);
  await expect.poll(() => stream.text(), SOON).toContain("event: opened");
  const { id } = await bookMeeting(site);
  await expect.poll(() => stream.changes().map((told) => told.id), SOON).toContain(id);
  for (let count = 0; count <= MAX_STREAMS_OF_ACCOUNT; count++) (await hear(nginx.url, token)).leave();
  await expect.poll(async () => (await hear(nginx.url, token)).status, SOON).toBe(200);
});

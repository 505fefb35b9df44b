import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bookMeeting, lastOpenDay } from "../../programs/requests.ts";
import { startSmtp } from "../../smtp.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

test("without a mail server a booking's messages are written to files at once", async () => {
  const site = await startSite();
  await bookMeeting(site, { meetingDate: await lastOpenDay(site) });
  const outbox = join(site.dataDir, "outbox");
  const messages = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : []);
  await expect.poll(messages).toHaveLength(2);
  await stopSite(site);
});

test("a hanging mail server holds up neither a booking nor the stop of the process", { tag: "@drill" }, async () => {
  const smtp = await startSmtp();
  smtp.mode = "hang after data";
  const site = await startSite({ SMTP_URL: smtp.url });
  await bookMeeting(site, { meetingDate: await lastOpenDay(site) });
  await smtp.received(2);
  const startedAt = Date.now();
  site.process.kill("SIGTERM");
  const [code] = await once(site.process, "exit");
  expect(code).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  await smtp.close();
  await stopSite(site);
});

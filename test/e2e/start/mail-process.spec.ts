import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newBooking } from "../../people.ts";
import { startSmtp } from "../../smtp.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

async function book(url: string): Promise<void> {
  const { days } = await (await fetch(`${url}/api/bookings/available-days`)).json();
  const open = days.filter((day: { state: string }) => day.state === "open").at(-1);
  const answer = await fetch(`${url}/api/bookings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(newBooking({ meetingDate: open.date, meetingTime: "11:00 AM" })),
  });
  expect(answer.status).toBe(201);
}

test("without a mail server a booking's messages are written to files at once", async () => {
  const site = await startSite();
  await book(site.url);
  const outbox = join(site.dataDir, "outbox");
  const messages = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : []);
  await expect.poll(messages).toHaveLength(2);
  await stopSite(site);
});

test("a hanging mail server holds up neither a booking nor the stop of the process", async () => {
  const smtp = await startSmtp();
  smtp.mode = "hang after data";
  const site = await startSite({ SMTP_URL: smtp.url });
  await book(site.url);
  await smtp.received(2);
  const startedAt = Date.now();
  site.process.kill("SIGTERM");
  const [code] = await once(site.process, "exit");
  expect(code).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  await smtp.close();
  await stopSite(site);
});

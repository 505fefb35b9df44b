import { expect, test } from "vitest";
import { refuseInserts } from "#test/refused-writes.ts";
import { book, write } from "#test/requests.ts";
import { startSiteWithMail } from "#test/server.ts";

test("no booking and no message is stored or mailed without its entries of the ledger", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const counts = () =>
    Promise.all(
      (["bookings", "contact_messages", "permissions", "permission_details", "mails", "history"] as const).map(
        async (table) => (await site.database.read.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const before = await counts();
  const allow = await refuseInserts(site, "permissions", "new.channel = 'email'");
  expect([(await book(site)).statusCode, (await write(site)).statusCode]).toEqual([500, 500]);
  await site.site.mail.sendDue();
  expect(await counts()).toEqual(before);
  expect(smtp.mails).toEqual([]);
  await allow();
  expect([(await book(site)).statusCode, (await write(site)).statusCode]).toEqual([201, 201]);
});

import { bookMeeting, lastOpenDay } from "../../programs/requests.ts";
import { expect, test } from "../site.ts";

test("a seller turns the reminder off with the page its link opens", async ({ page, site }) => {
  const { id } = await bookMeeting(site, { meetingDate: await lastOpenDay(site) });
  await page.goto(`/stop-reminders/${id}`);
  await page.getByRole("button", { name: "Send me no reminder" }).click();
  await expect(page).toHaveURL("/reminders-stopped");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No reminder of this meeting is sent.");
});

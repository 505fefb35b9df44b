import { newBooking } from "../../people.ts";
import { expect, test } from "../site.ts";

test("a seller turns the reminder off with the page its link opens", async ({ page, request }) => {
  const { days } = await (await request.get("/api/bookings/available-days")).json();
  const open = days.filter((day: { state: string }) => day.state === "open").at(-1);
  const booked = await request.post("/api/bookings", {
    data: newBooking({ meetingDate: open.date, meetingTime: "11:00 AM" }),
  });
  const { bookingId } = await booked.json();

  await page.goto(`/stop-reminders/${bookingId}`);
  await page.getByRole("button", { name: "Send me no reminder" }).click();
  await expect(page).toHaveURL("/reminders-stopped");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We send no reminder of this meeting.");
});

// Bookings and messages for admins to find, made through the API.
import { newBooking, newContactMessage } from "../people.ts";
import type { RunningSite } from "./site.ts";

type Changes = Parameters<typeof newBooking>[0];

/** Books the next free time, on a different open day for every call. Returns the booking's id and time. */
export async function bookMeeting(site: RunningSite, changes: Changes = {}) {
  for (const { date } of await openDays(site)) {
    for (const meetingTime of await freeTimes(site, date)) {
      const body = newBooking({ meetingDate: date, meetingTime, ...changes });
      const answer = await post(site, "/api/bookings", body);
      // Another test may have taken the slot.
      if (answer.status === 409) continue;
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      const { bookingId, manageUrl } = (await answer.json()) as { bookingId: string; manageUrl: string };
      return { id: bookingId, manageUrl, date, time: meetingTime };
    }
  }
  throw new Error("No free time is left.");
}

export async function sendContactMessage(site: RunningSite, changes: Parameters<typeof newContactMessage>[0] = {}) {
  const answer = await post(site, "/api/contact", newContactMessage(changes));
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}

export async function openDays(site: RunningSite): Promise<{ date: string }[]> {
  const answer = await fetch(`${site.url}/api/bookings/available-days`);
  const { days } = (await answer.json()) as { days: { date: string; state: string }[] };
  return days.filter(({ state }) => state === "open");
}

export async function freeTimes(site: RunningSite, date: string): Promise<string[]> {
  const answer = await fetch(`${site.url}/api/bookings/available-slots?date=${date}`);
  return ((await answer.json()) as { slots: string[] }).slots;
}

function post(site: RunningSite, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${site.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

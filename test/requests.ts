// Requests that visitors make of a site in this process. test/accounts.ts has those of signed-in people.
import { expect } from "vitest";
import { type BookingChanges, type ContactMessageChanges, newBooking, newContactMessage } from "./people.ts";
import { withCookie, withToken } from "./programs/refresh-cookie.ts";
import type { TestSite } from "./server.ts";

type App = Pick<TestSite, "app">;
type Sender = { headers?: Record<string, string>; remoteAddress?: string };

/** Sends an object as JSON. Starts at once: what inject() returns is lazy until it is awaited. */
export async function post({ app }: App, url: string, payload?: object | string, sender: Sender = {}) {
  const { body, headers } = withCookie(url, payload, sender.headers);
  const answer = await app.inject({
    method: "POST",
    url,
    ...(body !== undefined && { payload: body }),
    ...sender,
    headers,
  });
  const parsed = answer.json.bind(answer);
  return Object.assign(answer, { json: () => withToken(parsed(), answer.headers["set-cookie"]) });
}

/** Asks for a meeting of Renée, and returns the answer. */
export function book(site: App, changes: BookingChanges = {}, sender: Sender = {}) {
  return post(site, "/api/bookings", newBooking(changes), sender);
}

/** Like book, but repeats while the site is busy, as it asks clients to. */
export async function bookPatiently(site: App, changes: BookingChanges = {}) {
  for (;;) {
    const answer = await book(site, changes);
    if (answer.statusCode !== 503) return answer;
  }
}

/** Books a meeting of Renée. The token is the one in the link to manage it. */
export async function bookMeeting(site: App, changes: BookingChanges = {}, sender: Sender = {}) {
  const answer = await book(site, changes, sender);
  expect(answer.statusCode, answer.body).toBe(201);
  const { bookingId, manageUrl, ...more } = answer.json<{
    bookingId: string;
    manageUrl: string;
    confirmationAt?: string;
  }>();
  return { id: bookingId, manageUrl, token: new URL(manageUrl).hash.slice(1), ...more };
}

/** Fills in the contact form as Tomás, and returns the answer. */
export function write(site: App, changes: ContactMessageChanges = {}, sender: Sender = {}) {
  return post(site, "/api/contact", newContactMessage(changes), sender);
}

/** Sends a message of Tomás. */
export async function sendContactMessage(site: App, changes: ContactMessageChanges = {}, sender: Sender = {}) {
  const answer = await write(site, changes, sender);
  expect(answer.statusCode, answer.body).toBe(201);
}

export async function freeTimes({ app }: App, date: string, meetingType?: string): Promise<string[]> {
  const url = `/api/bookings/available-slots?date=${date}${meetingType ? `&meetingType=${meetingType}` : ""}`;
  return (await app.inject(url)).json().slots;
}

export async function freeSlots(site: App, count: number): Promise<{ date: string; time: string }[]> {
  const { days } = (await site.app.inject("/api/bookings/available-days")).json();
  const slots: { date: string; time: string }[] = [];
  for (const { date } of days) {
    slots.push(...(await freeTimes(site, date)).map((time) => ({ date, time })));
    if (slots.length >= count) return slots.slice(0, count);
  }
  throw new Error("Too few slots.");
}

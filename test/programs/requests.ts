// Requests that visitors make of a running site, over HTTP. test/requests.ts has those of a site in this process.
import { type BookingChanges, type ContactMessageChanges, newBooking, newContactMessage } from "../people.ts";
import { withCookie, withToken } from "./refresh-cookie.ts";

export type Slot = { date: string; time: string };
type Running = { url: string };

export async function post(url: string, payload: object, more: Record<string, string> = {}): Promise<Response> {
  const { body, headers } = withCookie(url, payload, more);
  const answer = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
  const parsed = answer.json.bind(answer);
  return Object.assign(answer, { json: async () => withToken(await parsed(), answer.headers.getSetCookie()) });
}

/** Asks for a meeting of Renée, and returns the answer. */
export function book(
  { url }: Running,
  { date, time }: Slot,
  changes: BookingChanges = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return post(`${url}/api/bookings`, newBooking({ meetingDate: date, meetingTime: time, ...changes }), headers);
}

/** Books all of these at once, and returns the ids of the acknowledged ones. */
export async function bookMany(site: Running, slots: readonly Slot[]): Promise<string[]> {
  const ids = slots.map(async (slot, index) => {
    const answer = await book(site, slot, { email: `seller${index}@example.com` });
    const { bookingId } = (await answer.json()) as { bookingId?: string };
    return answer.status === 201 && bookingId ? [bookingId] : [];
  });
  return (await Promise.all(ids)).flat();
}

/** Books the next free time, of one day if it is given. */
export async function bookMeeting(site: Running, changes: BookingChanges = {}) {
  const days = changes.meetingDate ? [String(changes.meetingDate)] : (await openDays(site)).map(({ date }) => date);
  for (const date of days) {
    for (const time of await freeTimes(site, date)) {
      const answer = await book(site, { date, time }, changes);
      // Another test may have taken the slot.
      if (answer.status === 409) continue;
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      const { bookingId, manageUrl } = (await answer.json()) as { bookingId: string; manageUrl: string };
      return { id: bookingId, manageUrl, date, time };
    }
  }
  throw new Error("No free time is left.");
}

/** Sends a message of Tomás. */
export async function sendContactMessage({ url }: Running, changes: ContactMessageChanges = {}): Promise<void> {
  const answer = await post(`${url}/api/contact`, newContactMessage(changes));
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}

export async function openDays({ url }: Running): Promise<{ date: string }[]> {
  const answer = await fetch(`${url}/api/bookings/available-days`);
  const { days } = (await answer.json()) as { days: { date: string; state: string }[] };
  return days.filter(({ state }) => state === "open");
}

/** Long after the times at which a meeting's messages are due. */
export async function lastOpenDay(site: Running): Promise<string> {
  return (await openDays(site)).at(-1)?.date ?? "";
}

export async function freeTimes({ url }: Running, date: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/bookings/available-slots?date=${date}`);
  return ((await answer.json()) as { slots: string[] }).slots;
}

/** Bookable times from the third open day on: earlier ones may pass while a test runs. */
export async function freeSlots(site: Running, count: number): Promise<Slot[]> {
  const slots: Slot[] = [];
  for (const { date } of (await openDays(site)).slice(2)) {
    slots.push(...(await freeTimes(site, date)).map((time) => ({ date, time })));
    if (slots.length >= count) return slots.slice(0, count);
  }
  throw new Error("Too few slots.");
}

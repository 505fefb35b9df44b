import { whereaboutsChangeSchema, whereaboutsSchema } from "#inquiries/bookings/admin.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { bookingNotFound } from "#inquiries/bookings/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { findBooking } from "../store.ts";
import { changeWhereabouts } from "./change-whereabouts.ts";
import { findTold, listHosts } from "./find-told.ts";

type Services = { database: Database; clock: Clock };

/** No key opens them: with a link a stranger can join a meeting. */
export function whereaboutsRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["answer"], clock, notFound: bookingNotFound }, (api) => {
    api.get("/:id/whereabouts", {
      summary: "The link or address of a meeting",
      answer: whereaboutsSchema,
      handle: async ({ id }) => {
        const booking = await findBooking(database.read, id);
        if (!booking) throw bookingNotFound();
        return show(booking);
      },
    });

    api.patch("/:id/whereabouts", {
      summary: "Type the link or address of a meeting, or choose who holds it. The visitor is told",
      body: whereaboutsChangeSchema,
      answer: whereaboutsSchema,
      handle: async ({ id, body: { version, ...change }, by }) =>
        show(await changeWhereabouts(database, { id, ...by, version, change })),
    });
  });

  async function show(booking: Booking) {
    const { place = "", hostId = "", version } = booking;
    const told = await findTold(database.read, booking);
    const hosts = (await listHosts(database.read)).map(({ id, name }) => ({ _id: id, name }));
    return { ...(told && { told }), place, hostId, hosts, version };
  }
}

import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { placeAnswerSchema, townAnswerSchema } from "#inquiries/bookings/booking.ts";
import { isOfferedState } from "#inquiries/bookings/us-states.ts";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { findPlace } from "./find-place.ts";
import { findTown } from "./find-town.ts";

const query = z.object({ zipCode: z.string().check(z.regex(/^\d{5}$/, "Please enter a valid ZIP code")) });

export function zipPlaceRoutes({ clock }: { clock: Clock }) {
  return endpoints({ access: "admin", duties: ["site"], clock }, (api) => {
    api.get("/place", {
      summary: "Roughly where a ZIP code is",
      query,
      answer: placeAnswerSchema,
      handle: ({ query: { zipCode } }) => ({ place: findPlace(zipCode) }),
    });
  });
}

export function zipCodeRoutes({ clock }: { clock: Clock }) {
  return endpoints({ access: "public", clock }, (api) => {
    api.get("", {
      summary: "City and state of a ZIP code",
      // Paths are logged, queries are not.
      query,
      answer: townAnswerSchema,
      handle: ({ query, reply }) => {
        reply.header("cache-control", "public, max-age=86400");
        const town = findTown(query.zipCode);
        return { town: town && isOfferedState(currentFacts(), town.state) ? town : undefined };
      },
    });
  });
}

import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { townAnswerSchema } from "#inquiries/bookings/booking.ts";
import { isOfferedState } from "#inquiries/bookings/us-states.ts";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { findTown } from "./find-town.ts";

export function zipCodeRoutes({ clock }: { clock: Clock }) {
  return endpoints({ access: "public", clock }, (api) => {
    api.get("", {
      summary: "City and state of a ZIP code",
      // Paths are logged, queries are not.
      query: z.object({ zipCode: z.string().check(z.regex(/^\d{5}$/, "Please enter a valid ZIP code")) }),
      answer: townAnswerSchema,
      handle: ({ query, reply }) => {
        reply.header("cache-control", "public, max-age=86400");
        const town = findTown(query.zipCode);
        return { town: town && isOfferedState(currentFacts(), town.state) ? town : undefined };
      },
    });
  });
}

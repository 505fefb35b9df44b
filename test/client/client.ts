// A program that knows the API only by the types which openapi-typescript makes of its description.
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const TOMAS = { name: "Tomás Ahlgren", email: "tomas@example.com", subject: "offer" } as const;
const WALTER = { name: "Walter Okonkwo", phone: "(217) 555-0142", situation: "inherited" } as const;
const RENEE = {
  firstName: "Renée",
  lastName: "O'Brien-Núñez",
  email: "renee@example.com",
  phone: "(217) 555-0142",
  preferredContact: "email",
  propertyAddress: { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "62704" },
  propertyType: "single-family",
  currentSituation: "inherited",
  timeframeToSell: "1-3-months",
  meetingType: "virtual",
} as const;

export async function works({ baseUrl, key, vendorKey }: { baseUrl: string; key: string; vendorKey: string }) {
  const site = createClient<paths>({ baseUrl });
  const crm = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const vendor = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${vendorKey}` } });

  const { data: day } = await site.GET("/api/bookings/available-slots", { params: { query: { date: "2026-11-25" } } });
  const meeting = { meetingDate: day?.date ?? "", meetingTime: day?.slots[0] ?? "" };
  const booked = await site.POST("/api/bookings", { body: { ...RENEE, ...meeting } });
  const written = await site.POST("/api/contact", { body: { ...TOMAS, message: "How much for my house?" } });
  const refused = await site.POST("/api/contact", { body: { ...TOMAS, message: "" } });
  const added = await vendor.POST("/api/leads", {
    body: { ...WALTER, vendorId: "A-1", property: { state: "Illinois" } },
  });
  const list = await crm.GET("/api/leads", { params: { query: { sort: "came" } } });

  // @ts-expect-error: a meeting has a time.
  const timeless: typeof booked = await site.POST("/api/bookings", { body: { ...RENEE, meetingDate: "2026-11-25" } });
  // @ts-expect-error: leads have no such stage.
  const stageless: typeof list = await crm.GET("/api/leads", { params: { query: { stage: "Sold" } } });

  return {
    booking: booked.data?.bookingId,
    message: written.data?.message,
    refused: [refused, timeless, stageless].map(({ error }) => ({ code: error?.code, ...error?.fields })),
    lead: added.data?.leadId,
    leads: list.data?.leads.map(({ _id, person, stage }) => ({ _id, name: person.name, stage })),
  };
}

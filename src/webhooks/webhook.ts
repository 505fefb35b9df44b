// A webhook tells another system of the owner's what has happened here: a signed POST to an endpoint that an admin named,
// after the Standard Webhooks conventions. This file holds its words.
import * as z from "zod/mini";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { lineSchema } from "#platform/text.ts";

/** What an endpoint can be told of. */
export const EVENTS = {
  "booking.created": "A meeting was booked",
  "booking.changed": "A booking changed its status or time",
  "message.created": "A message was sent",
} as const;

export type EventType = keyof typeof EVENTS;

/** Sent only where an admin asks for it. */
export const TEST_EVENT = "webhook.test";

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/**
 * waiting: to be tried, now or later. sent: the endpoint answered with success. failed: given up, until an admin says
 * otherwise. withdrawn: the endpoint was turned off before it was sent.
 */
export const DELIVERY_STATES = {
  waiting: "To come",
  sent: "Delivered",
  failed: "Failed",
  withdrawn: "Not sent",
} as const;

export type DeliveryState = keyof typeof DELIVERY_STATES;

const STATE_VALUES = Object.keys(DELIVERY_STATES) as [DeliveryState, ...DeliveryState[]];

export const MOST_ENDPOINTS = 20;
const LONGEST_URL = 500;
const LONGEST_NAME = 100;
/** How long the log keeps what is settled. */
export const LOG_DAYS = 30;
/** How long a replaced secret still signs beside the new one. */
export const OLD_SECRET_HOURS = 24;

const ADDRESS = "Please enter an address that begins with https://";

/** What an admin types. Whether http:// and internal addresses are allowed is the server's to say. */
export const endpointFormSchema = z.object({
  name: lineSchema(LONGEST_NAME, "Name is required"),
  url: lineSchema(LONGEST_URL, "Address is required").check(z.refine(isWebAddress, ADDRESS)),
  events: z
    .array(z.enum(EVENT_TYPES, "Unknown event"), "Please choose at least one event")
    .check(z.minLength(1, "Please choose at least one event"), z.maxLength(EVENT_TYPES.length, "Unknown event")),
});

export type EndpointForm = z.infer<typeof endpointFormSchema>;

export const endpointChangeSchema = z.extend(endpointFormSchema, {
  isActive: z.boolean("Please choose a status"),
});

export type EndpointChange = z.infer<typeof endpointChangeSchema>;

/** An endpoint as admins see it: never with its secret. */
export const endpointSchema = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  isActive: z.boolean(),
  /** Why the site itself turned it off. */
  turnedOffBecause: z.nullable(z.string()),
  /** Until when the secret before the present one still signs too. */
  oldSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
});

export type Endpoint = z.infer<typeof endpointSchema>;

export const endpointListSchema = z.object({ success: z.literal(true), endpoints: z.array(endpointSchema) });

export type EndpointList = z.infer<typeof endpointListSchema>;

/** Answered once, when a secret is made. */
export const endpointSecretSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  endpoint: endpointSchema,
  secret: z.string(),
});

export type EndpointSecret = z.infer<typeof endpointSecretSchema>;

/** A line of the log. */
export const deliverySchema = z.object({
  /** The webhook-id, the same at every try. */
  _id: z.string(),
  endpointId: z.string(),
  endpointName: z.string(),
  type: z.string(),
  /** The booking or message it is about; null for a test. */
  recordId: z.nullable(z.string()),
  state: z.enum(STATE_VALUES),
  queuedAt: z.string(),
  settledAt: z.nullable(z.string()),
  /** When it is tried next; null where it is not waiting. */
  nextTryAt: z.nullable(z.string()),
  tries: z.number(),
  /** What the latest try was answered; null where it was not. */
  status: z.nullable(z.number()),
  /** The beginning of that answer. */
  response: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
});

export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryQuerySchema = z.extend(pageSchema, {
  state: z.optional(z.enum([...STATE_VALUES, ""], "Unknown state")),
  endpoint: z.optional(lineSchema(LONGEST_NAME)),
});

export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>;

export const deliveryListSchema = z.object({
  success: z.literal(true),
  deliveries: z.array(deliverySchema),
  pagination: paginationSchema,
});

export type DeliveryList = z.infer<typeof deliveryListSchema>;

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

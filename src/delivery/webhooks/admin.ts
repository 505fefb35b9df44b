import * as z from "zod/mini";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";
import { DELIVERY_STATES, type DeliveryState, EVENT_TYPES } from "./webhook.ts";

const STATE_VALUES = Object.keys(DELIVERY_STATES) as [DeliveryState, ...DeliveryState[]];
const MAX_URL_LENGTH = 500;
const MAX_NAME_LENGTH = 100;
const ADDRESS = "Please enter an address that begins with https://";

export const newEndpointSchema = z.object({
  name: lineSchema(MAX_NAME_LENGTH, "Name is required"),
  url: lineSchema(MAX_URL_LENGTH, "Address is required").check(z.refine(isWebAddress, ADDRESS)),
  events: z
    .array(z.enum(EVENT_TYPES, "Unknown event"), "Please choose at least one event")
    .check(z.minLength(1, "Please choose at least one event"), z.maxLength(EVENT_TYPES.length, "Unknown event")),
});

export type NewEndpoint = z.infer<typeof newEndpointSchema>;

export const endpointChangeSchema = z.extend(newEndpointSchema, {
  isActive: z.boolean("Please choose a status"),
});

export type EndpointChange = z.infer<typeof endpointChangeSchema>;

export const endpointSchema = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  isActive: z.boolean(),
  turnedOffBecause: z.nullable(z.string()),
  oldSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
});

export type Endpoint = z.infer<typeof endpointSchema>;

export const endpointListSchema = answerOf({ endpoints: z.array(endpointSchema) });

export type EndpointList = z.infer<typeof endpointListSchema>;

export const endpointChangedSchema = answerOf({
  message: z.string(),
  endpoint: endpointSchema,
});

export const endpointSecretSchema = answerOf({
  message: z.string(),
  endpoint: endpointSchema,
  secret: z.string(),
});

export type EndpointSecret = z.infer<typeof endpointSecretSchema>;

export const deliverySchema = z.object({
  _id: z.string(),
  endpointId: z.string(),
  endpointName: z.string(),
  type: z.string(),
  recordId: z.nullable(z.string()),
  state: z.enum(STATE_VALUES),
  queuedAt: z.string(),
  settledAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  tries: z.number(),
  status: z.nullable(z.number()),
  response: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
});

export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryQuerySchema = z.extend(pageSchema, {
  state: z.optional(z.enum([...STATE_VALUES, ""], "Unknown state")),
  endpoint: z.optional(lineSchema(MAX_NAME_LENGTH)),
});

export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>;

export const deliveryListSchema = answerOf({
  deliveries: z.array(deliverySchema),
  pagination: paginationSchema,
});

export type DeliveryList = z.infer<typeof deliveryListSchema>;

export const deliveryEnqueuedSchema = answerOf({
  message: z.string(),
  delivery: deliverySchema,
});

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

// A webhook tells another system of the owner's what has happened here: a signed POST to an endpoint that an admin named,
// after the Standard Webhooks conventions. This file holds its words.

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

export const MAX_ENDPOINTS = 20;
/** How long the log keeps what is settled. */
export const LOG_DAYS = 30;
/** How long a replaced secret still signs beside the new one. */
export const OLD_SECRET_HOURS = 24;

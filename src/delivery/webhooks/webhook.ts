// A webhook is a signed POST to a URL that an admin entered, by the Standard Webhooks conventions.

export const EVENTS = {
  "booking.created": "A meeting was booked",
  "booking.changed": "A booking changed its status or time",
  "message.created": "A message was sent",
  "call.created": "A call was entered",
  "callback.created": "A visitor asked for a call",
  "lead.stage_changed": "A lead came to another stage",
  "offer.sent": "An offer was sent",
  "offer.answered": "A seller answered an offer",
} as const;

export type EventType = keyof typeof EVENTS;

export const TEST_EVENT = "webhook.test";

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/**
 * waiting: to be sent, now or later. sent: answered with success. failed: given up until an admin retries it.
 * withdrawn: the endpoint was turned off before it was sent.
 */
export const DELIVERY_STATES = {
  waiting: "To come",
  sent: "Delivered",
  failed: "Failed",
  withdrawn: "Not sent",
} as const;

export type DeliveryState = keyof typeof DELIVERY_STATES;

export const MAX_ENDPOINTS = 20;
export const LOG_DAYS = 30;
export const OLD_SECRET_HOURS = 24;

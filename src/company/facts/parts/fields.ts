// Kinds of fields that several facts have.
import * as z from "zod/mini";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { pictureSchema } from "#company/facts/pictures.ts";
import { isDay } from "#platform/dates.ts";
import { lineSchema, withCommas } from "#platform/text.ts";

export const line = (required: string) => lineSchema(FACT_LIMITS.line, required);

export const whole = (least: number, most: number, unit: string) => {
  const message = `Please enter ${withCommas(least)} to ${withCommas(most)} ${unit}`;
  return z.int(message).check(z.gte(least, message), z.lte(most, message));
};

export const picture = z.nullable(pictureSchema);

export const day = (required: string) =>
  z.string(required).check(z.refine((text) => text === "" || isDay(text), "Please choose a day"));

export const flag = z.boolean("Please choose");

// What the schema of the facts says of the place of a field.
import type * as z from "zod/mini";
import { factsSchema } from "#company/facts/schema.ts";

export type AnySchema = z.core.$ZodType;

type Def = {
  type: string;
  shape?: Record<string, AnySchema>;
  element?: AnySchema;
  innerType?: AnySchema;
  format?: string;
  checks?: { _zod: { def: { check: string; maximum?: number } } }[];
};

/** Of a list, the part is a star. */
export function partOfSchema(schema: AnySchema, part: string): AnySchema | undefined {
  const { element, shape } = defOf(schema);
  return element ?? shape?.[part];
}

export function schemaAt(path: string): AnySchema {
  return path.split(".").reduce<AnySchema>((schema, part) => {
    const inner = partOfSchema(schema, part);
    if (!inner) throw new Error(`The facts have no ${path}`);
    return inner;
  }, factsSchema);
}

/** A union is a choice of numbers. */
export function kindOf(schema: AnySchema) {
  const { type, format, shape } = defOf(schema);
  return {
    isPicture: Boolean(shape && "width" in shape),
    isFlag: type === "boolean",
    isNumber: type === "number" || type === "union",
    isWhole: format === "safeint",
    isNullable: defOf(schema, false).type === "nullable",
  };
}

export function maxLengthOf(schema: AnySchema): number | undefined {
  return defOf(schema).checks?.find(({ _zod }) => _zod.def.check === "max_length")?._zod.def.maximum;
}

function defOf(schema: AnySchema, isUnwrapped = true): Def {
  const def = schema._zod.def as Def;
  return isUnwrapped && def.innerType ? defOf(def.innerType) : def;
}

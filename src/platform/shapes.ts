import * as z from "zod/mini";

export type LeafPath<Value, Prefix extends string = ""> = {
  [Key in keyof Value & string]-?: NonNullable<Value[Key]> extends object
    ? LeafPath<NonNullable<Value[Key]>, `${Prefix}${Key}.`>
    : `${Prefix}${Key}`;
}[keyof Value & string];

export type ValueAt<Value, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? ValueAt<NonNullable<Value[Key & keyof Value]>, Rest> | Extract<Value[Key & keyof Value], undefined>
  : Value[Path & keyof Value];

export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split(".")) found = (found as Record<string, unknown> | undefined | null)?.[key];
  return found;
}

export function setAt(object: object, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let holder = object as Record<string, unknown>;
  for (const key of keys) {
    holder[key] ??= {};
    holder = holder[key] as Record<string, unknown>;
  }
  holder[last] = value;
}

export type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

export function snakeCase<Text extends string>(text: Text): SnakeCase<Text> {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Text>;
}

// @__NO_SIDE_EFFECTS__
export function answerOf<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodMiniObject<{ success: z.ZodMiniLiteral<true> } & Shape, z.core.$strip> {
  return z.object({ success: z.literal(true), ...shape });
}

export const doneSchema = answerOf({ message: z.string() });

export type Done = z.infer<typeof doneSchema>;

type Schema = z.ZodMiniType;

type Stored<Input extends Schema> = Input extends z.ZodMiniOptional
  ? z.ZodMiniOptional<z.ZodMiniType<NonNullable<z.output<Input>>>>
  : z.ZodMiniType<z.output<Input>>;

/** Checks for user input are left out: records that an import or an older rule accepted must stay readable. */
// @__NO_SIDE_EFFECTS__
export function storedSchema<Shape extends Record<string, Schema>>(
  schema: z.ZodMiniObject<Shape>,
): z.ZodMiniObject<{ [Key in keyof Shape]: Stored<Shape[Key]> }> {
  return stored(schema) as never;
}

function stored(schema: Schema): Schema {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return z.object(
        Object.fromEntries(Object.entries(def.shape).map(([key, part]) => [key, stored(part as Schema)])),
      );
    case "array":
      return z.array(stored(def.element as Schema));
    case "optional":
      return z.optional(stored(def.innerType as Schema));
    case "default":
      return stored(def.innerType as Schema);
    case "pipe":
      return stored(def.out as Schema);
    case "nullable":
      return z.nullable(stored(def.innerType as Schema));
    case "enum":
    case "boolean":
    case "union":
      return schema;
    case "string":
      return z.string();
    case "number":
      return z.number();
    default:
      throw new Error(`What is stored of a schema of type ${def.type} is not known.`);
  }
}

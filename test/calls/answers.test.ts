// Every answer schema of the site: what the compiled one writes or refuses, against the one that only checks.
import fc from "fast-check";
import { serializerCompiler } from "fastify-type-provider-zod";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { bookingListSchema } from "#inquiries/bookings/admin.ts";
import { answerSerializer, compiled } from "#platform/server/http/answers/serializer.ts";
import { schemaController } from "#platform/server/http/app.ts";
import { isDrill } from "../drill.ts";
import { startSite } from "../server.ts";

type Route = Parameters<typeof answerSerializer>[0];
type Schema = z.core.$ZodType;

// In all; the drill tries as many for each schema, with a random seed.
const VALUES = isDrill ? 10_000 : 2_000;

test("a compiled answer is written, or refused, as the checked one", { timeout: 1_800_000 }, async () => {
  const routes = await answersOfSite();
  const runs = isDrill ? VALUES : Math.ceil(VALUES / routes.length);
  const ends = { written: 0, refused: 0 };
  for (const route of routes) {
    const [ours, checked] = [answerSerializer, serializerCompiler].map((compiler) => endOf(compiler(route)));
    fc.assert(
      fc.property(nearlyFitting(route.schema as Schema), (value) => {
        const end = checked?.(value);
        expect(ours?.(value)).toEqual(end);
        ends["text" in (end ?? {}) ? "written" : "refused"] += 1;
      }),
      { numRuns: runs, ...(!isDrill && { seed: 20_261_123 }) },
    );
  }
  expect(Math.min(ends.written, ends.refused)).toBeGreaterThan((runs * routes.length) / 5);
});

test("most answers are compiled, the lists among them, and none changes what it holds", async () => {
  const schemas = (await answersOfSite()).map(({ schema }) => schema as z.ZodMiniType);
  const made = schemas.filter((schema) => compiled(schema));
  expect(made.length).toBeGreaterThan(schemas.length * 0.8);
  expect(compiled(bookingListSchema)).toBeDefined();
  for (const schema of made) expect(() => z.compile(schema, { strict: true })).not.toThrow();
  const date = z.codec(z.string(), z.date(), {
    decode: (text) => new Date(text),
    encode: (at) => at.toISOString(),
  });
  for (const changing of [date, z.string().check(z.trim()), z.looseObject({}), z._default(z.string(), "")])
    expect(compiled(z.object({ list: z.array(z.optional(changing)) }))).toBeUndefined();
});

async function answersOfSite(): Promise<Route[]> {
  const routes = new Map<unknown, Route>();
  const { compilersFactory } = schemaController;
  const { buildSerializer } = compilersFactory;
  onTestFinished(() => {
    compilersFactory.buildSerializer = buildSerializer;
  });
  const seen = (route: Route) => {
    routes.set(route.schema, route);
    return answerSerializer(route);
  };
  compilersFactory.buildSerializer = () => seen as never;
  const { app } = await startSite();
  await app.ready();
  expect(routes.size).toBeGreaterThan(100);
  return [...routes.values()];
}

function endOf(write: (data: unknown) => unknown) {
  return (value: unknown) => {
    try {
      return { text: write(value) };
    } catch (error) {
      const { name, message, cause } = error as Error;
      return { name, message, issues: (cause as z.core.$ZodError | undefined)?.issues };
    }
  };
}

const STRANGE = [
  undefined,
  null,
  true,
  0,
  -0,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2n,
  "",
  '\ud800 \u2028 " \\ é',
  [],
  [undefined],
  new Array(2),
  {},
  new Date(0),
  new Map(),
  { toJSON: () => "instead" },
  JSON.parse('{"__proto__":"own"}'),
  Object.create({ inherited: "text" }),
  Symbol("symbol"),
  () => "function",
];

/** Half of them fit; in the other half one part is replaced, missing, or one too many. */
function nearlyFitting(schema: Schema): fc.Arbitrary<unknown> {
  const spoils = fc.record({
    way: fc.array(fc.nat(), { maxLength: 6 }),
    by: fc.constantFrom(...STRANGE),
    // An array refuses most values for its length.
    key: fc.string().filter((key) => key !== "length"),
  });
  return fc.tuple(fitting(schema), fc.option(spoils)).map(([value, spoil]) => (spoil ? spoiled(value, spoil) : value));
}

function spoiled(value: unknown, { way, by, key }: { way: number[]; by: unknown; key: string }): unknown {
  const [step, ...rest] = way;
  if (typeof value !== "object" || value === null || step === undefined) return by;
  const keys = Object.keys(value);
  const chosen = keys[step % (keys.length + 1)];
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  if (chosen === undefined) Reflect.set(copy, key, by);
  else if (rest.length === 0 && step % 2 === 0) Reflect.deleteProperty(copy, chosen);
  else Reflect.set(copy, chosen, spoiled(Reflect.get(value, chosen), { way: rest, by, key }));
  return copy;
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const parts = Object.entries(def.shape);
      const requiredKeys = parts.filter(([, part]) => part._zod.optin === undefined).map(([key]) => key);
      return fc.record(Object.fromEntries(parts.map(([key, part]) => [key, fitting(part)])), { requiredKeys });
    }
    case "array":
      return fc.array(fitting(def.element), { maxLength: 3 });
    case "record":
      return fc.dictionary(fitting(def.keyType) as fc.Arbitrary<string>, fitting(def.valueType), { maxKeys: 3 });
    case "optional":
      return fc.option(fitting(def.innerType), { nil: undefined });
    case "nullable":
      return fc.option(fitting(def.innerType), { nil: null });
    case "union":
      return fc.oneof(...def.options.map(fitting));
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "string":
      return fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("Renée", "2026-11-25", "#0f766e", "\ud800"));
    case "number":
      return fc.oneof(fc.nat(1_000), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

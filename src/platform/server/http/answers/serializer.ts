import { serializerCompiler } from "fastify-type-provider-zod";
import * as z from "zod/mini";

/** The check is compiled where the schema allows it; the provider handles all other answers and every failure. */
export const answerSerializer: typeof serializerCompiler = (route) => {
  const writeChecked = serializerCompiler(route);
  return (data) => {
    const result = compiled(route.schema)?.safeParse(data);
    return result?.success ? JSON.stringify(result.data) : writeChecked(data);
  };
};

/** Serializers are made on demand, because most are never used, and by schema, because tests have many servers in a process. */
const made = new WeakMap<object, z.ZodMiniType | undefined>();

export function compiled(schema: object): z.ZodMiniType | undefined {
  if (!made.has(schema))
    made.set(schema, canCompile(schema as z.ZodMiniType) ? z.compile(schema as z.ZodMiniType) : undefined);
  return made.get(schema);
}

/** The provider encodes and compiled schemas only decode. The results agree unless a part of the schema changes values. */
function canCompile(schema: z.ZodMiniType): boolean {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.checks?.length) return false;
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "literal":
    case "enum":
      return !("coerce" in def && def.coerce);
    case "object":
      return !def.catchall && Object.values(def.shape).every((part) => canCompile(part as z.ZodMiniType));
    case "array":
      return canCompile(def.element as z.ZodMiniType);
    case "optional":
    case "nullable":
      return canCompile(def.innerType as z.ZodMiniType);
    case "record":
      return [def.keyType, def.valueType].every((part) => canCompile(part as z.ZodMiniType));
    case "union":
      return def.options.every((part) => canCompile(part as z.ZodMiniType));
    default:
      return false;
  }
}

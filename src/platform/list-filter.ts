import * as z from "zod/mini";

export const filter = <Value extends string>(
  labels: Readonly<Record<string, readonly Value[]>>,
  values: readonly Value[],
  message: string,
) => {
  const valuesFor = (text: string): readonly Value[] | undefined =>
    Object.hasOwn(labels, text) ? labels[text] : values.filter((value) => value === text);
  return z.optional(
    z.pipe(
      z.string(message).check(z.refine((text) => text === "" || valuesFor(text)?.length !== 0, message)),
      z.transform((text: string) => (text === "" ? undefined : valuesFor(text))),
    ),
  );
};

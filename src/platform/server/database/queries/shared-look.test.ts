import { expect, test } from "vitest";
import { sharedLook } from "./shared-look.ts";

test("who asks while a look runs shares the next look, and a failure is told to those alone who wait for it", async () => {
  const looks: PromiseWithResolvers<string>[] = [];
  const ask = sharedLook(() => {
    const look = Promise.withResolvers<string>();
    looks.push(look);
    return look.promise;
  });
  const answers: string[] = [];
  const asked = (name: string) => ask().then((seen) => answers.push(`${name} ${seen}`));
  const first = asked("first");
  const second = asked("second");
  const third = asked("third");
  expect(looks).toHaveLength(1);
  looks[0]?.resolve("before");
  await first;
  expect(answers).toEqual(["first before"]);
  expect(looks).toHaveLength(2);
  looks[1]?.resolve("after");
  await Promise.all([second, third]);
  expect(answers).toEqual(["first before", "second after", "third after"]);

  const failed = ask();
  const next = ask();
  looks[2]?.reject(new Error("No"));
  await expect(failed).rejects.toThrow("No");
  looks[3]?.resolve("again");
  expect(await next).toBe("again");
  expect(looks).toHaveLength(4);
});

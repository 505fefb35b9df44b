import { expect, test } from "vitest";
import { sharedLook } from "./shared-look.ts";

function lookedAt() {
  const looks: PromiseWithResolvers<string>[] = [];
  const ask = sharedLook(() => {
    const look = Promise.withResolvers<string>();
    looks.push(look);
    return look.promise;
  });
  const begun = (count: number) => expect.poll(() => looks.length).toBe(count);
  return { looks, ask, begun };
}

test("who asks while a look runs shares the next look", async () => {
  const { looks, ask, begun } = lookedAt();
  const answers: string[] = [];
  const asked = (name: string) => ask().then((seen) => answers.push(`${name} ${seen}`));
  const first = asked("first");
  const [second, third] = [asked("second"), asked("third")];
  expect(looks).toHaveLength(1);
  looks[0]?.resolve("before");
  await first;
  await begun(2);
  expect(answers).toEqual(["first before"]);
  looks[1]?.resolve("after");
  await Promise.all([second, third]);
  expect(answers).toEqual(["first before", "second after", "third after"]);
});

test("a look that hangs holds nobody up but who began it", async () => {
  const { looks, ask, begun } = lookedAt();
  const hanging = ask();
  const others = [ask(), ask()];
  await begun(2);
  looks[1]?.resolve("by another session");
  expect(await Promise.all(others)).toEqual(Array(2).fill("by another session"));
  looks[0]?.reject(new Error("silent"));
  await expect(hanging).rejects.toThrow("silent");
});

test("a shared look that fails at once is repeated once for all who share it", async () => {
  const { looks, ask, begun } = lookedAt();
  const first = ask();
  const others = [ask(), ask(), ask()];
  looks[0]?.resolve("seen");
  expect(await first).toBe("seen");
  await begun(2);
  looks[1]?.reject(new Error("lost"));
  await begun(3);
  looks[2]?.resolve("seen again");
  // One of them begins that look, and the others share the one after it.
  await begun(4);
  looks[3]?.resolve("and again");
  expect(await Promise.all(others)).toEqual(["seen again", "and again", "and again"]);
  expect(looks).toHaveLength(4);
});

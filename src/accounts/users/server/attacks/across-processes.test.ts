import { expect, test } from "vitest";
import type * as z from "zod/mini";
import type { refreshedSchema, SignedIn } from "#accounts/users/credentials.ts";
import { PASSWORD } from "#test/accounts.ts";
import { aboveDatabase } from "#test/drill.ts";
import { startProcess } from "#test/programs/processes.ts";
import { post } from "#test/programs/requests.ts";
import { databaseEnvironment } from "#test/server.ts";

type Refreshed = z.infer<typeof refreshedSchema>;

async function startTwo(settings: Record<string, string> = {}) {
  const environment = { ...(await databaseEnvironment()), ...settings };
  const [here, there] = [await startProcess(environment), await startProcess(environment)];
  return { here: `${here.url}/api`, there: `${there.url}/api` };
}

async function register(api: string, email: string): Promise<SignedIn> {
  const answer = await post(`${api}/auth/register`, { email, password: PASSWORD });
  return (await answer.json()) as SignedIn;
}

test("one token refreshed by two processes at once gives the same successor, which both honour", async () => {
  const { here, there } = await startTwo();
  const { refreshToken } = await register(here, "seller@example.com");
  const answers = await Promise.all(
    [here, there, here, there].map((api) => post(`${api}/auth/refresh`, { refreshToken })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const successors = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as Refreshed).data.refreshToken),
  );
  expect(new Set(successors).size).toBe(1);
  expect((await post(`${there}/auth/refresh`, { refreshToken: successors[0] })).status).toBe(200);
});

aboveDatabase("failed sign-ins at two processes count together", async () => {
  const { here, there } = await startTwo({ RATE_LIMIT: "on" });
  const wrong = { email: "seller@example.com", password: "not the password" };
  for (let round = 0; round < 5; round++)
    for (const api of [here, there]) expect((await post(`${api}/auth/login`, wrong)).status).toBe(401);
  for (const api of [here, there]) expect((await post(`${api}/auth/login`, wrong)).status).toBe(429);
});

test("twenty registrations of one email at two processes make one account", async () => {
  const { here, there } = await startTwo();
  const account = { email: "seller@example.com", password: PASSWORD };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post(`${index % 2 ? here : there}/auth/register`, account)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

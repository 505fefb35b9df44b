import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { render } from "vitest-browser-react";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { createRoutes } from "./app.tsx";

test("a page that is loaded shows a new name in its title and its text once it is published, and keeps what is typed", async () => {
  onTestFinished(() => adoptFacts(seedFacts()));
  history.replaceState({ linkToken: "made.up" }, "");
  const router = createMemoryRouter(createRoutes(), { initialEntries: ["/reset-password"] });
  const screen = await render(<RouterProvider router={router} />);
  const { company, ...facts } = seedFacts();
  const password = screen.getByLabelText("New password");
  await password.fill("three words here");
  expect(document.title).toBe(`New password | ${company.name}`);

  adoptFacts({ ...facts, company: { ...company, name: "Night Owl Homes" } });
  await expect.poll(() => document.title).toBe("New password | Night Owl Homes");
  await expect.element(screen.getByRole("link", { name: "Night Owl Homes, home" })).toBeVisible();
  await expect.element(password).toHaveValue("three words here");
  await expect.element(password).toHaveFocus();
});

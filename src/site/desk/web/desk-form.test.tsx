import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import type { Present } from "./basis.ts";
import { DeskForm } from "./desk-form.tsx";

const FACTS = seedFacts();
const LOADED: Present = { published: { number: 1, facts: FACTS }, draft: null };
const EMAIL = "owner@example.com";

beforeEach(() => sessionStorage.clear());

async function showDesk(section = "company", loaded: Present = LOADED) {
  const router = createMemoryRouter([{ path: "/", element: <DeskForm loaded={loaded} email={EMAIL} /> }], {
    initialEntries: [`/?section=${section}`],
  });
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const show = (next: string) => router.navigate(`/?section=${next}`);
  return { screen, show, publish: screen.getByRole("button", { name: "Publish" }) };
}

const draftOf = (company: Partial<Facts["company"]>): Present["draft"] => ({
  facts: { ...FACTS, company: { ...FACTS.company, ...company } },
  version: 1,
  basedOn: 1,
  changedBy: "second@example.com",
  changedAt: "2026-11-20T15:00:00.000Z",
  editors: [],
});

test("what was typed is there again after a reload, also what is wrong and what stands in another section", async () => {
  const first = await showDesk();
  await first.screen.getByLabelText("Name of the company").fill("O’Hara Homes");
  await first.screen.getByLabelText("Phone number", { exact: true }).fill("12");
  await first.show("people");
  await first.screen.getByRole("button", { name: "Add a Person" }).click();
  await first.screen.getByLabelText("Name", { exact: true }).last().fill("Ana Núñez");
  await first.screen.unmount();

  const again = await showDesk();
  await expect.element(again.screen.getByLabelText("Name of the company")).toHaveValue("O’Hara Homes");
  await expect.element(again.screen.getByLabelText("Phone number", { exact: true })).toHaveValue("12");
  await expect.element(again.screen.getByText(/What you type is kept in this tab/)).toBeVisible();
  await again.show("people");
  await expect.element(again.screen.getByLabelText("Name", { exact: true }).last()).toHaveValue("Ana Núñez");
});

test("after a reload what was typed comes together with what another admin has saved since", async () => {
  const first = await showDesk();
  await first.screen.getByLabelText("Contact person").fill("Ana");
  await first.screen.getByLabelText("Phone number", { exact: true }).fill("(312) 555-0143");
  await first.screen.unmount();

  const draft = draftOf({ phone: "(312) 555-0142", shortName: "O’Hara" });
  const { screen } = await showDesk("company", { ...LOADED, draft });
  await expect.element(screen.getByLabelText("Contact person")).toHaveValue("Ana");
  await expect.element(screen.getByLabelText("Short name")).toHaveValue("O’Hara");
  await expect.element(screen.getByLabelText("Phone number", { exact: true })).toHaveValue("(312) 555-0143");
  await expect.element(screen.getByText("They: (312) 555-0142")).toBeVisible();
  await expect.element(screen.getByText("You: (312) 555-0143")).toBeVisible();
  await screen.getByRole("button", { name: "Take theirs: Phone number" }).click();
  await expect.element(screen.getByLabelText("Phone number", { exact: true })).toHaveValue("(312) 555-0142");
  await expect.element(screen.getByText("You: (312) 555-0143")).not.toBeInTheDocument();
});

test("what was typed is forgotten once it is as it was", async () => {
  const { screen } = await showDesk();
  await screen.getByLabelText("Contact person").fill("Ana");
  await expect.element(screen.getByText("Saving...")).toBeVisible();
  await screen.getByLabelText("Contact person").fill(FACTS.company.contactPerson);
  await expect.element(screen.getByText("This is what the site shows.")).toBeVisible();
  await screen.unmount();
  expect(sessionStorage.length).toBe(0);
});

test("mistakes of all sections are listed, and a link opens the section and moves to the field", async () => {
  const { screen, show, publish } = await showDesk("hours");
  await screen.getByLabelText("Monday from").fill("19:00");
  await show("notifications");
  await screen.getByRole("button", { name: /^Remove: hello/ }).click();
  await expect.element(screen.getByRole("button", { name: "Add an Address" })).toHaveFocus();
  await show("company");
  await screen.getByLabelText("ZIP code").fill("abc");
  await publish.click();
  await expect.element(screen.getByRole("alert")).toHaveFocus();
  await expect.element(screen.getByLabelText("ZIP code")).toHaveAccessibleDescription("Please enter a valid ZIP code");
  await screen.getByRole("link", { name: /^Notifications, Staff addresses: Please keep at least one address/ }).click();
  await expect.element(screen.getByRole("button", { name: "Add an Address" })).toHaveFocus();
  await screen.getByRole("link", { name: "Hours, Hours, monday, closes: Closing must be after opening" }).click();
  await expect.element(screen.getByLabelText("Monday to")).toHaveFocus();
  await expect.element(screen.getByLabelText("Monday to")).toHaveAccessibleDescription("Closing must be after opening");
});

test("the focus follows an item that is added or moved", async () => {
  const { screen } = await showDesk("people");
  await screen.getByRole("button", { name: "Move down: Dana Whitfield" }).click();
  await expect.element(screen.getByRole("button", { name: "Move down: Dana Whitfield" })).toHaveFocus();
  await screen.getByRole("button", { name: "Move down: Dana Whitfield" }).click();
  await expect.element(screen.getByRole("button", { name: "Move up: Dana Whitfield" })).toHaveFocus();
  await screen.getByRole("button", { name: "Add a Person" }).click();
  await expect.element(screen.getByLabelText("Name", { exact: true }).last()).toHaveFocus();
  const names = screen.getByLabelText("Name", { exact: true }).elements() as HTMLInputElement[];
  expect(names.map(({ value }) => value)).toEqual(["Marcus Okafor", "Elena Ruiz", "Dana Whitfield", ""]);
});

test("a sample that was changed is suggested for confirmation, and a confirmed figure needs its source", async () => {
  const { screen, publish } = await showDesk("figures");
  await screen.getByLabelText("Figure", { exact: true }).first().fill("12");
  await screen.getByRole("button", { name: "Confirm this figure" }).click();
  await expect.element(screen.getByLabelText("Status").first()).toHaveValue("confirmed");
  await expect.element(screen.getByText("You confirm it when you save the draft.")).toBeVisible();
  await publish.click();
  await expect
    .element(screen.getByLabelText("Source"))
    .toHaveAccessibleDescription("Please say where this figure comes from");
});

test("what people agree to is shown as they read it, with the company's name and what the form adds", async () => {
  const { screen, show, publish } = await showDesk();
  await screen.getByLabelText("Name of the company").fill("O’Hara $& {name}");
  await show("legal");
  await screen.getByLabelText("To book a meeting").fill("I ask {name} to call. {name} calls.");
  const read = "I agree to be contacted about my property. I ask O’Hara $& {name} to call. O’Hara $& {name} calls.";
  await expect.element(screen.getByText(`People read: ${read} See Privacy Policy and Terms.`)).toBeVisible();
  await screen.getByLabelText("To get text messages").fill("Call {phone}.");
  await show("rules");
  await screen.getByLabelText("Retention of proof of consent").fill("4");
  await publish.click();
  await expect.element(screen.getByRole("link", { name: /Only {name} can stand in braces here/ })).toBeVisible();
  await screen.getByRole("link", { name: /Please enter 5 to 100 years/ }).click();
  await expect.element(screen.getByLabelText("Retention of proof of consent")).toHaveFocus();
});

test("a section says how many samples it still has", async () => {
  const { screen } = await showDesk("figures");
  const left = (count: number) => screen.getByRole("option", { name: `Figures (${count} samples)` });
  await expect.element(left(6)).toBeInTheDocument();
  await screen.getByLabelText("Status").first().selectOptions("hidden");
  await expect.element(left(5)).toBeInTheDocument();
});

test("a draft from before the latest version says what publishing it changes back", async () => {
  const draft = { ...(draftOf({ shortName: "O’Hara" }) as NonNullable<Present["draft"]>), basedOn: 1 };
  const { screen } = await showDesk("company", { published: { number: 2, facts: FACTS }, draft });
  await expect.element(screen.getByText(/Publishing the draft changes this: Short name\./)).toBeVisible();
});

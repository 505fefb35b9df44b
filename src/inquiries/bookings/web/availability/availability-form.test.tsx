import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { currentFacts } from "#company/facts/facts.ts";
import { siteAvailability } from "#inquiries/bookings/availability.ts";
import { AvailabilityForm } from "./availability-form.tsx";

const LOADED = {
  success: true as const,
  availability: { ...siteAvailability(currentFacts()), closures: [] },
  version: 1,
  outside: { total: 0, bookings: [] },
};

beforeEach(() => sessionStorage.clear());

async function showForm() {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <AvailabilityForm loaded={LOADED} renderHistory={() => null} />
    </QueryClientProvider>,
  );
  return { screen, save: screen.getByRole("button", { name: "Save Availability" }) };
}

test("a day that is closed has no hours, and one that is opened has them again", async () => {
  const { screen } = await showForm();
  await expect
    .element(screen.getByLabelText("Monday from"))
    .toHaveValue(siteAvailability(currentFacts()).hours.monday?.opens ?? "");
  await screen.getByRole("checkbox", { name: "Monday" }).click();
  expect(screen.getByLabelText("Monday from").elements()).toEqual([]);
  await expect.element(screen.getByText("Not saved yet.")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Monday" }).click();
  await expect.element(screen.getByText("Everything is saved.")).toBeVisible();
});

test("hours that end before they begin and numbers out of bounds are refused at their fields", async () => {
  const { screen, save } = await showForm();
  await screen.getByLabelText("Monday from").fill("18:00");
  await screen.getByLabelText("Monday to").fill("09:00");
  await screen.getByLabelText("Days ahead").fill("400");
  await save.click();
  await expect.element(screen.getByRole("alert")).toHaveFocus();
  await expect.element(screen.getByLabelText("Monday to")).toHaveAccessibleDescription("Closing must be after opening");
  await expect.element(screen.getByLabelText("Days ahead")).toHaveAttribute("aria-invalid", "true");
  await screen.getByRole("link", { name: "Closing must be after opening" }).click();
  await expect.element(screen.getByLabelText("Monday to")).toHaveFocus();
});

test("closed dates need days in order and a reason; a removed line leaves the focus where one is added", async () => {
  const { screen, save } = await showForm();
  const add = screen.getByRole("button", { name: "Add Closed Dates" });
  await add.click();
  await expect.element(screen.getByLabelText("First day")).toHaveFocus();
  await screen.getByLabelText("First day").fill("2027-07-05");
  await screen.getByLabelText("Last day").fill("2027-07-01");
  await save.click();
  await expect
    .element(screen.getByLabelText("Reason"))
    .toHaveAccessibleDescription(/Please give a reason: visitors read it$/);
  await screen.getByLabelText("Reason").fill("Family vacation");
  await save.click();
  await expect
    .element(screen.getByLabelText("Last day"))
    .toHaveAccessibleDescription(/The last day is before the first$/);
  await screen.getByRole("button", { name: "Remove closed dates 1: Family vacation" }).click();
  await expect.element(add).toHaveFocus();
  await expect.element(screen.getByText("None.")).toBeVisible();
});

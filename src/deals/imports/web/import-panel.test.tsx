import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import type { ImportReport } from "#platform/csv-import.ts";
import { ImportPanel } from "./import-panel.tsx";

const REPORT: ImportReport = { rows: 0, made: 0, skipped: [], wrongLines: 0, problems: [], unknownColumns: [] };

/** The panel with a chosen and checked file; the server answers with this report. */
async function showChecked(changes: Partial<ImportReport>, isOfPeople = false) {
  const report = { ...REPORT, ...changes };
  const answers = vi.spyOn(window, "fetch").mockImplementation(async () => Response.json({ success: true, report }));
  onTestFinished(() => answers.mockRestore());
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ImportPanel
          many="bookings"
          one="booking"
          path="/bookings/import"
          list="/admin/bookings"
          columns={["Email", "City"]}
          required={["Email"]}
          isOfPeople={isOfPeople}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.getByLabelText("CSV file of bookings").upload(new File(["Email\r\n"], "bookings.csv"));
  await screen.getByRole("button", { name: "Check File of bookings" }).click();
  return screen;
}

test("wrong lines are named and nothing can be imported", async () => {
  const problems = [
    { line: 2, column: "Email", reason: "Please enter a valid email address" },
    { line: 7, column: null, reason: "The line has 3 cells" },
  ];
  const screen = await showChecked({ rows: 9, made: 7, wrongLines: 2, problems });
  await expect.element(screen.getByRole("heading", { name: "Not ready to import" })).toHaveFocus();
  await expect.element(screen.getByText("Nothing is imported until every line is right.")).toBeVisible();
  await expect
    .poll(() =>
      screen
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(["Line 2 Email: Please enter a valid email address", "Line 7 The line has 3 cells"]);
  expect(screen.getByRole("button", { name: /^Import/ }).elements()).toEqual([]);
});

test("the report of a valid file says what is new, what exists and what is left out", async () => {
  const skipped = [{ line: 3, reason: "The same booking is there" }];
  const screen = await showChecked({ rows: 1_201, made: 1_200, skipped, unknownColumns: ["Shoe size"] });
  await expect.element(screen.getByRole("heading", { name: "Ready to import" })).toHaveFocus();
  await expect
    .element(screen.getByText("1,201 records in the file: 1,200 bookings to make, 1 there already, 0 lines wrong."))
    .toBeVisible();
  await expect.element(screen.getByText(/mean nothing here: Shoe size/)).toBeVisible();
  await screen.getByRole("button", { name: "Import 1,200 bookings" }).click();
  await expect.element(screen.getByRole("heading", { name: "Imported" })).toHaveFocus();
  await expect
    .element(screen.getByRole("link", { name: "Look at the bookings" }))
    .toHaveAttribute("href", "/admin/bookings");
});

const NOTHING = [
  [{ rows: 0 }, "There are no records in the file."],
  [{ rows: 1, skipped: [{ line: 2, reason: "there" }] }, "The booking in the file is there already."],
  [{ rows: 2, skipped: [{ line: 2, reason: "there" }] }, "All 2 bookings in the file are there already."],
] as const;

test.for(NOTHING)("a file with nothing new in it says so: %o", async ([report, words]) => {
  const screen = await showChecked({ ...report, skipped: "skipped" in report ? [...report.skipped] : [] });
  await expect.element(screen.getByRole("heading", { name: "Nothing to import" })).toHaveFocus();
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Import/ }).elements()).toEqual([]);
});

test("people are said to be new where they are imported, which is off for each new file", async () => {
  const screen = await showChecked({ rows: 2, made: 2 }, true);
  const tick = screen.getByRole("checkbox", { name: "These are new" });
  await expect.element(tick).not.toBeChecked();
  await tick.click();
  await screen.getByLabelText("CSV file of bookings").upload(new File(["Email\r\n"], "others.csv"));
  await screen.getByRole("button", { name: "Check File of bookings" }).click();
  await expect.element(tick).not.toBeChecked();
  await tick.click();
  await screen.getByRole("button", { name: "Import 2 bookings" }).click();
  await expect.element(screen.getByText(/wait for the first contact, and staff are told/)).toBeVisible();
  expect(vi.mocked(window.fetch).mock.calls.map(([url]) => String(url).split("?")[1])).toEqual([
    "mode=check",
    "mode=check",
    "mode=import&new=true",
  ]);
});

test("many problems are shown a hundred at first", async () => {
  const problems = Array.from({ length: 250 }, (_, index) => ({ line: index + 2, column: "City", reason: "Too long" }));
  const screen = await showChecked({ rows: 250, wrongLines: 250, problems });
  await expect.poll(() => screen.getByRole("listitem").elements()).toHaveLength(100);
  await screen.getByRole("button", { name: "Show more of 250" }).click();
  await expect.poll(() => screen.getByRole("listitem").elements()).toHaveLength(250);
});

import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { queryClient, reload } from "../query-client.ts";
import { hear } from "./heard.ts";
import { ChangedNote, RowsNote } from "./show-note.tsx";
import { useSteadyQuery } from "./steady-query.ts";

afterEach(() => queryClient.clear());

const HEARD = { ids: ["lead 1"], roots: [["leads"]] };

/** A list whose rows a test sets. */
async function openList({ staysLive }: { staysLive?: true } = {}) {
  let rows = ["Ada"];
  let reads = 0;
  function List() {
    const query = useSteadyQuery({
      queryKey: ["leads", "list"],
      queryFn: async () => {
        reads += 1;
        return rows;
      },
      rowsOf: (names) => names,
      meta: staysLive ? { staysLive } : {},
    });
    return (
      <div>
        <RowsNote steady={query.steady} />
        {query.data?.map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
      </div>
    );
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1>Leads</h1>
      <List />
    </QueryClientProvider>,
  );
  await userEvent.hover(screen.getByRole("heading"));
  await expect.element(screen.getByRole("button", { name: "Ada" })).toBeVisible();
  const set = (next: string[]) => {
    rows = next;
  };
  return { screen, set, reads: () => reads };
}

test("a burst of changes is read a few times", async () => {
  const { reads, screen, set } = await openList();
  for (let index = 0; index < 40; index++) {
    set([...Array(index + 1).keys()].map((row) => `Row ${row}`));
    hear(HEARD);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await expect.element(screen.getByRole("button", { name: "Row 39" })).toBeVisible();
  expect(reads()).toBeLessThan(8);
});

test("rows wait for a hand that is in their list, but not what it has changed itself", async () => {
  const { screen, set } = await openList();
  (screen.getByRole("button", { name: "Ada" }).element() as HTMLElement).focus();
  set(["Ben", "Cleo", "Ada"]);
  hear(HEARD);
  await expect.element(screen.getByText("2 new")).toBeVisible();
  expect(screen.getByRole("button", { name: "Ben" }).query()).toBeNull();
  set(["Own", "Ben", "Cleo", "Ada"]);
  reload(["leads"]);
  await expect.element(screen.getByRole("button", { name: "Own" })).toBeVisible();
  expect(screen.getByText("2 new").query()).toBeNull();
});

test("a read that began after the change was heard is not repeated", async () => {
  const { reads, screen, set } = await openList();
  hear(HEARD);
  set(["Own"]);
  reload(["leads"]);
  await expect.element(screen.getByRole("button", { name: "Own" })).toBeVisible();
  const before = reads();
  set(["Other"]);
  // It is read after the first one.
  hear({ ids: [], roots: [["leads"]] });
  await expect.element(screen.getByRole("button", { name: "Other" })).toBeVisible();
  expect(reads()).toBe(before + 1);
});

test("while a record is open only what stays live is read, and Show reads the rest", async () => {
  const record = await render(
    <div style={{ paddingTop: 100 }}>
      <ChangedNote ids={["lead 1"]} />
      <p>The lead</p>
    </div>,
  );
  const { reads, set } = await openList();
  const before = reads();
  set(["Changed"]);
  hear(HEARD);
  await expect.element(record.getByText("This has changed")).toBeVisible();
  expect(reads()).toBe(before);
  await record.getByRole("button", { name: "Show" }).click();
  await expect.poll(reads).toBe(before + 1);
  await expect.element(record.getByText("This has changed")).not.toBeInTheDocument();
  hear({ ids: ["another lead"], roots: [["leads"]] });
  await record.unmount();
  await expect.poll(reads).toBe(before + 2);
});

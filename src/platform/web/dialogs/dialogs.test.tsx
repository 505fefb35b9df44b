import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";

const QUESTION = { title: "Are you sure?", fallback: "Failed to delete", children: "Renée's message" };

test("a question starts on the button that does nothing, and Escape leaves everything as it is", async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const question = { ...QUESTION, confirm: { label: "Delete" }, onConfirm, onClose };
  const screen = await render(<ConfirmDialog {...question} />);
  await expect.element(screen.getByRole("dialog", { name: "Are you sure?" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("while it works the button says so and takes no second press", async () => {
  const onConfirm = vi.fn();
  const question = { ...QUESTION, onConfirm, onClose: () => {} };
  const confirm = { label: "Delete", busyLabel: "Deleting..." };
  const screen = await render(<ConfirmDialog {...question} confirm={{ ...confirm, isBusy: false }} />);
  await screen.getByRole("button", { name: "Delete" }).click();
  await screen.rerender(<ConfirmDialog {...question} confirm={{ ...confirm, isBusy: true }} />);
  const button = screen.getByRole("button", { name: "Deleting..." });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).click();
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("a refusal is said in the dialog, which stays open", async () => {
  const question = { ...QUESTION, confirm: { label: "Delete" }, onConfirm: () => {}, onClose: () => {} };
  const screen = await render(<ConfirmDialog {...question} error={new Error("No connection")} />);
  await expect.element(screen.getByText("Failed to delete")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Delete" })).toBeEnabled();
});

test("a form in a dialog keeps what was typed through a refusal", async () => {
  const onSubmit = vi.fn();
  const form = { title: "Notes", of: "Renée", fallback: "Failed to add notes", conflict: undefined, onSubmit };
  const submit = { label: "Save Notes", busyLabel: "Saving..." };
  const show = (isBusy: boolean, error: Error | null) => (
    <FormDialog {...form} submit={{ ...submit, isBusy }} error={error} onClose={() => {}}>
      <label>
        Note <input />
      </label>
    </FormDialog>
  );
  const screen = await render(show(false, null));
  await screen.getByLabelText("Note").fill("Gate code 4711");
  await screen.getByRole("button", { name: "Save Notes" }).click();
  expect(onSubmit).toHaveBeenCalledOnce();
  await screen.rerender(show(true, null));
  await expect.element(screen.getByRole("button", { name: "Saving..." })).toBeVisible();
  await screen.rerender(show(false, new Error("No connection")));
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Failed to add notes");
  await expect.element(screen.getByLabelText("Note")).toHaveValue("Gate code 4711");
});

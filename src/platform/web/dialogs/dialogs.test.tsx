import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import * as z from "zod/mini";
import { TextField } from "../forms/input.tsx";
import { useSchemaForm, useSubmit } from "../forms/use-submit.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { WarmUp } from "./warm-up.tsx";

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

test("during the operation the button says so and ignores a second press", async () => {
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

test("a refusal is shown in the dialog, which stays open", async () => {
  const question = { ...QUESTION, confirm: { label: "Delete" }, onConfirm: () => {}, onClose: () => {} };
  const screen = await render(<ConfirmDialog {...question} error={new Error("No connection")} />);
  await expect.element(screen.getByText("Failed to delete")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Delete" })).toBeEnabled();
});

const noteSchema = z.object({ note: z.string().check(z.minLength(1, "Please write a note")) });

function NoteDialog({ save }: { save: (note: string) => Promise<unknown> }) {
  const form = useSchemaForm(noteSchema, { defaultValues: { note: "" } });
  const mutation = { mutationFn: save, meta: { fallback: "Failed to add notes" } };
  const submission = useSubmit({ form, mutation, toVariables: ({ note }) => note });
  const submit = { label: "Save Notes", busyLabel: "Saving..." };
  return (
    <FormDialog title="Notes" submit={submit} submission={submission} of="Renée" onClose={() => {}}>
      <TextField {...submission.field("note")} label="Note" />
    </FormDialog>
  );
}

test("a form in a dialog is sent once, says that it works, and keeps what was typed through a refusal", async () => {
  const answer = Promise.withResolvers<void>();
  const save = vi.fn(() => answer.promise);
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <NoteDialog save={save} />
    </QueryClientProvider>,
  );
  await screen.getByRole("button", { name: "Save Notes" }).click();
  await expect.element(screen.getByLabelText("Note")).toHaveFocus();
  await expect.element(screen.getByLabelText("Note")).toHaveAccessibleDescription("Please write a note");
  await screen.getByLabelText("Note").fill("Gate code 4711");
  await screen.getByRole("button", { name: "Save Notes" }).click();
  await expect.element(screen.getByRole("button", { name: "Saving..." })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  answer.reject(new Error("No connection"));
  await expect.element(screen.getByText("Failed to add notes")).toBeVisible();
  await expect.element(screen.getByLabelText("Note")).toHaveValue("Gate code 4711");
  await expect.element(screen.getByRole("button", { name: "Save Notes" })).toBeEnabled();
  expect(save).toHaveBeenCalledOnce();
});

test("a dialog rendered ahead is rendered once, and neither opens nor is in the page", async () => {
  const rendered = vi.fn();
  const Text = ({ of }: { of: string }) => {
    rendered(of);
    return of;
  };
  const ahead = (of: string) => (
    <WarmUp key={of === "Anna" ? 2 : 1}>
      <ConfirmDialog {...QUESTION} confirm={{ label: "Delete" }} onConfirm={() => {}} onClose={() => {}}>
        <Text of={of} />
      </ConfirmDialog>
    </WarmUp>
  );
  const screen = await render([ahead("Renée")]);
  await expect.poll(() => rendered.mock.lastCall).toEqual(["Renée"]);
  await screen.rerender([ahead("Zoë"), ahead("Anna")]);
  await expect.poll(() => rendered.mock.lastCall).toEqual(["Anna"]);
  expect(rendered).not.toHaveBeenCalledWith("Zoë");
  expect(document.querySelector("dialog")).toBeNull();
  expect(document.documentElement).not.toHaveClass("overflow-hidden");
});

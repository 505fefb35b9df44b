import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ContactForm } from "./contact-form.tsx";

beforeEach(() => sessionStorage.clear());

const REQUIRED = { Name: "Name is required", Email: "Email is required", Message: "Message is required" };

test("a form sent too early names what is missing, and each line leads to its field", async () => {
  const screen = await render(<ContactForm />);
  await screen.getByRole("button", { name: "Send Message" }).click();
  await expect.element(screen.getByRole("alert")).toHaveFocus();
  for (const [label, message] of Object.entries(REQUIRED)) {
    const field = screen.getByLabelText(label);
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await expect.element(field).toHaveAccessibleDescription(message);
    await screen.getByRole("link", { name: message }).click();
    await expect.element(field).toHaveFocus();
  }
});

test("a mistake is said once the field is left, and taken back as it is mended", async () => {
  const screen = await render(<ContactForm />);
  const email = screen.getByLabelText("Email");
  await userEvent.type(email, "t");
  await expect.element(email).not.toHaveAttribute("aria-invalid");
  await email.fill("tomas@");
  await expect.element(email).not.toHaveAttribute("aria-invalid");
  await userEvent.keyboard("{Tab}");
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
  await expect.element(email).toHaveAccessibleDescription("Please enter a valid email address");
  await email.fill("tomas@example.com");
  await expect.element(email).not.toHaveAttribute("aria-invalid");
});

test.for(["(217) 555-0177", "217.555.0177", "+1 217 555 0177", "2175550177"])(
  "the phone number %s is taken as it is written",
  async (written) => {
    const screen = await render(<ContactForm />);
    const phone = screen.getByLabelText("Phone (optional)");
    await phone.fill(written);
    await userEvent.keyboard("{Tab}");
    await expect.element(phone).toHaveValue("(217) 555-0177");
    await expect.element(phone).not.toHaveAttribute("aria-invalid");
  },
);

test("what the server refuses stands beside its field, and nothing typed is lost", async () => {
  const fields = { name: "Please use another name" };
  const refusal = { success: false, code: "invalid_input", error: "Invalid", message: "Please check the form", fields };
  const answers = vi.spyOn(window, "fetch").mockImplementation(async () => Response.json(refusal, { status: 400 }));
  onTestFinished(() => answers.mockRestore());
  const screen = await render(<ContactForm />);
  await screen.getByLabelText("Name").fill("Tomás Ahlgren");
  await screen.getByLabelText("Email").fill("tomas@example.com");
  await screen.getByLabelText("Message").fill("How much for my house?");
  await screen.getByRole("button", { name: "Send Message" }).click();
  await expect.element(screen.getByLabelText("Name")).toHaveAccessibleDescription(fields.name);
  await expect.element(screen.getByLabelText("Message")).toHaveValue("How much for my house?");
});

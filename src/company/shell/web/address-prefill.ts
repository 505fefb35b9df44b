// The address must not appear in a URL, so storage carries it to the booking form.
import { forget, remember } from "#platform/web/tab-storage.ts";

export const TYPED_ADDRESS_KEY = "typed-address";

export function startAddressPrefill(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-carried-address]");
  const input = form?.querySelector("input");
  if (!form || !input) return;
  const carry = () => {
    const address = input.value.trim();
    if (address) remember(TYPED_ADDRESS_KEY, address);
    else forget(TYPED_ADDRESS_KEY);
  };
  // The field belongs to the form that asks for a call, so Enter would ask for one.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    carry();
    location.assign(form.action);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href='/book-meeting']"))
    link.addEventListener("click", carry);
}

// The address somebody typed on the home page goes with them to the booking form, and never through the address bar.
import { forget, remember } from "#platform/web/tab-storage.ts";

/** Under which the booking form finds it. */
export const TYPED_ADDRESS_KEY = "typed-address";

/** Minds the [data-carried-address] form: Enter goes on to booking, and so does every link to it. */
export function startAddressPrefill(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-carried-address]");
  const input = form?.querySelector("input");
  if (!form || !input) return;
  const carry = () => {
    const address = input.value.trim();
    if (address) remember(TYPED_ADDRESS_KEY, address);
    else forget(TYPED_ADDRESS_KEY);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    carry();
    location.assign(form.action);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href='/book-meeting']"))
    link.addEventListener("click", carry);
}

// The address somebody typed on the home page goes with them to the booking form, and never through the address bar.
const KEY = "property-address";

export function carryAddress(address: string): void {
  try {
    if (address.trim()) sessionStorage.setItem(KEY, address.trim());
    else sessionStorage.removeItem(KEY);
  } catch {
    // No storage: the person types it once more.
  }
}

/** What was typed on the home page in this tab, if anything. */
export function carriedAddress(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Minds the [data-carried-address] form: Enter goes on to booking, and so does every link to it. */
export function startCarriedAddress(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-carried-address]");
  const input = form?.querySelector("input");
  if (!form || !input) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    carryAddress(input.value);
    location.assign(form.action);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href='/book-meeting']"))
    link.addEventListener("click", () => carryAddress(input.value));
}

import { CHOICES, SELLER } from "../../test/e2e/booking-form.ts";
import { ADMIN_EMAIL, type RunningSite } from "../../test/e2e/site.ts";
import { sendContactMessage } from "../../test/programs/requests.ts";
import { button, choose, clickWhenThere, type Engine, field, typeInto, until } from "./engine.ts";

const OPEN_DAY = `[...document.querySelectorAll('[role="grid"] button')].find((day) => /available/.test(words(day)))`;
const TIME = `document.querySelector('[role="radiogroup"][aria-labelledby="slots-heading"] input')?.closest("label")`;
const heading = (words: string) => `document.querySelector("h1")?.innerText.includes(${JSON.stringify(words)})`;
const shown = (words: string) => `document.body.innerText.includes(${JSON.stringify(words)})`;

export const JOURNEYS: Record<string, (engine: Engine, site: RunningSite) => Promise<void>> = {
  "a seller books a meeting": async (engine, site) => {
    await engine.open(`${site.url}/book-meeting`);
    await until(engine, OPEN_DAY);
    await clickWhenThere(engine, button("Next month"));
    await clickWhenThere(engine, OPEN_DAY);
    await clickWhenThere(engine, TIME);
    await clickWhenThere(engine, button("Confirm Booking"));
    await until(engine, shown("There is a problem"));
    for (const [label, text] of Object.entries(SELLER)) await typeInto(engine, label, text);
    for (const [label, option] of Object.entries(CHOICES)) await choose(engine, label, option);
    await engine.click(field("I agree to be contacted about my property"));
    await clickWhenThere(engine, button("Confirm Booking"));
    await until(engine, `location.pathname.startsWith("/booking-confirmation/") && ${heading("You’re booked.")}`);
    await until(engine, shown(SELLER["Street address"]));
  },
  "an admin answers a message": async (engine, site) => {
    await sendContactMessage(site, { name: "Åsa Öberg", email: "asa@example.com" });
    await engine.open(`${site.url}/admin/contacts`);
    await until(engine, `location.pathname === "/login"`);
    await typeInto(engine, "Email", ADMIN_EMAIL);
    await typeInto(engine, "Password", site.adminPassword);
    await clickWhenThere(engine, button("Sign In"));
    await until(engine, `location.pathname === "/admin/contacts"`);
    await clickWhenThere(engine, button("Status: Åsa Öberg"));
    await choose(engine, "Status", "Resolved");
    await typeInto(engine, "Notes", "Called, all settled");
    await clickWhenThere(engine, button("Update Status"));
    await until(engine, shown("Contact status updated successfully"));
    await until(engine, `!document.querySelector("dialog[open]")`);
    await engine.open(`${site.url}/admin/contacts?status=Resolved`);
    await until(engine, shown("Åsa Öberg"));
  },
};

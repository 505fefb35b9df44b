import { hydrateMain } from "#platform/web/hydrate.ts";
import ContactPage from "./contact-page.tsx";

hydrateMain(ContactPage);

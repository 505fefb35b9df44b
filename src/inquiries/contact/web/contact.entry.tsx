import { answerCallBacks } from "#people/leads/web/call-back.ts";
import { hydrateMain } from "#platform/web/hydrate.ts";
import ContactPage from "./contact-page.tsx";

hydrateMain(ContactPage);
answerCallBacks();

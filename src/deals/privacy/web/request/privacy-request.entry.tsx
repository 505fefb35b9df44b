import { hydrateMain } from "#platform/web/hydrate.ts";
import PrivacyRequestPage from "./privacy-request-page.tsx";

hydrateMain(PrivacyRequestPage);

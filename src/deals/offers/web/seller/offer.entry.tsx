import { hydrateMain } from "#platform/web/hydrate.ts";
import OfferPage from "./offer-page.tsx";

hydrateMain(OfferPage);

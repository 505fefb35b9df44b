import { hydrateMain } from "#platform/web/hydrate.ts";
import BookingConfirmationPage from "./booking-confirmation-page.tsx";

hydrateMain(BookingConfirmationPage);

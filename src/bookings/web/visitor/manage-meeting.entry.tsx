import "../book/booking.css";
import { hydrateMain } from "#platform/web/hydrate.ts";
import ManageMeetingPage from "./manage-meeting-page.tsx";

hydrateMain(ManageMeetingPage);

import { hydrateMain } from "#platform/web/hydrate.ts";
import ManageMeetingPage from "./manage-meeting-page.tsx";

hydrateMain(ManageMeetingPage);

import { hydrateMain } from "#platform/web/hydrate.ts";
import BookMeetingPage from "./book-meeting-page.tsx";

hydrateMain(BookMeetingPage);

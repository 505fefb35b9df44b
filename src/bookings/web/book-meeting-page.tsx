import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Book a free meeting" };

export default function BookMeetingPage() {
  return <h1>Book a free meeting</h1>;
}

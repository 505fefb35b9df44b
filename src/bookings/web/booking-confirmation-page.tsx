import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Your meeting" };

export default function BookingConfirmationPage() {
  return <h1>Your meeting</h1>;
}

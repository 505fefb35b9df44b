import { pagePath } from "#company/facts/pages/pages.ts";
import type { Facts } from "#company/facts/schema.ts";

export const PREVIEW_PAGES = [
  ["/", "Home"],
  ["/about", "About Us"],
  ["/contact", "Contact"],
  ["/book-meeting", "Book a Meeting"],
  ["/privacy", "Privacy Policy"],
  ["/privacy/request", "Privacy request"],
  ["/terms", "Terms of Service"],
  ["/accessibility", "Accessibility"],
] as const;

export function previewPages({ pages }: Pick<Facts, "pages">): (readonly [path: string, label: string])[] {
  return [...PREVIEW_PAGES, ...pages.map((page) => [pagePath(page), page.title] as const)];
}

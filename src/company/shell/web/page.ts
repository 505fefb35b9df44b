import type { ComponentType } from "react";
import type { Facts } from "#company/facts/schema.ts";
import type { WordsName } from "#company/facts/words.ts";
import type { Duty } from "#platform/access/duties.ts";

export type Head = {
  /** Titles are unique and have at most 60 characters. */
  title: string;
  /** A description has 50 to 160 characters and is required for every indexed page. */
  description?: string;
  jsonLd?: readonly object[];
};

export type PageMeta = (facts: Facts) => Head;

export type PageModule = { default: ComponentType; meta: PageMeta };

/** The places of the admin area, in the order of their menu. A place leads to the first of its tabs. */
export const PLACES = ["Dashboard", "Leads", "Bookings", "Contacts", "Analytics", "Users", "Site", "Settings"] as const;
export type Place = (typeof PLACES)[number];

/** `search` names a view of the page: "?view=list". A view may belong to another place than its page. */
type Tab = { label: string; order: number; search?: string; place?: Place };

export type Route = {
  /** ":name" stands for one segment, "/*" at the end for any rest, even none. */
  path: string;
  /** content: static HTML without React. form: static HTML whose <main> is hydrated. app: React renders <body>. */
  kind: "content" | "form" | "app";
  load: () => Promise<PageModule>;
  /** A script that starts after the first paint: of a form it hydrates <main>. */
  entry?: string;
  /** A prerendered app page is visible before its script runs. */
  prerendered?: boolean;
  /** The default is everyone. The server guards the data itself. */
  behind?: "sign-in" | "admin";
  duties?: readonly Duty[];
  dialog?: string;
  navigation?: { place: Place; tabs?: readonly Tab[] };
  indexed?: boolean;
  /** The sections of the company's words that a form shows. */
  words?: readonly WordsName[];
};

type AdminPageOptions = Pick<Route, "dialog"> & { tabs?: readonly Tab[] };

export function adminPage(
  path: string,
  place: Place,
  duties: readonly Duty[],
  load: Route["load"],
  { dialog, tabs }: AdminPageOptions = {},
): Route {
  return {
    path,
    kind: "app",
    load,
    behind: "admin",
    duties,
    navigation: { place, ...(tabs && { tabs }) },
    ...(dialog !== undefined && { dialog }),
  };
}

export const ADMIN_AREA = "admin-area";

export const CALL_BACK_ENTRY = "src/people/leads/web/call-back.entry.ts";
export const SITE_ENTRY = "src/app/web/site.entry.ts";
export const APP_ENTRY = "src/app/web/app.entry.tsx";

/** Pages of one entry load the same. */
export function entryOf({ kind, entry }: Route): string {
  return kind === "app" ? APP_ENTRY : (entry ?? SITE_ENTRY);
}

export const LOGO_ICON = "favicon.png";

export function socialPictureFile(path: string): string {
  return `social${path === "/" ? "" : path.replaceAll("/", "-")}.png`;
}

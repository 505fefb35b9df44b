import type { ComponentType } from "react";
import type { Facts } from "#company/facts/schema.ts";

/** The page's part of the document's head. */
export type Head = {
  /** Unique; at most 60 characters. */
  title: string;
  /** 50 to 160 characters; required for every indexed page. */
  description?: string;
  /** Structured data, one schema.org object each. */
  jsonLd?: readonly object[];
};

/** Called with the facts that the page shows. */
export type PageMeta = (facts: Facts) => Head;

export type PageModule = { default: ComponentType; meta: PageMeta };

export type Route = {
  /** ":name" stands for one segment, "/*" at the end for any rest, even none. */
  path: string;
  /**
   * content: static HTML, no React in the browser. form: static HTML whose <main> is hydrated. app: sign-in pages and
   * signed-in pages, rendered by React from <body> down.
   */
  kind: "content" | "form" | "app";
  load: () => Promise<PageModule>;
  /** form: the script that hydrates <main>. */
  entry?: string;
  /** app: also rendered at build time, so that it is visible before its script runs. */
  prerendered?: boolean;
  /** app: who may open it; by default everybody. The server guards the data itself. */
  behind?: "sign-in" | "admin";
  /** app: the path of the dialog over the page. */
  dialog?: string;
  /** app: its place and label among the links of the admin area. */
  navigation?: { label: string; place: number };
  /** Whether search engines may list it. */
  indexed?: boolean;
};

/** The id of the parent route of all admin pages. */
export const ADMIN_AREA = "admin-area";

export const SITE_ENTRY = "src/app/web/site.entry.ts";
export const APP_ENTRY = "src/app/web/app.entry.tsx";

/** The file of the browser's icon, if there is a logo. */
export const LOGO_ICON = "favicon.png";

/** The file of the page's social picture. */
export function socialPictureFile(path: string): string {
  return `social${path === "/" ? "" : path.replaceAll("/", "-")}.png`;
}

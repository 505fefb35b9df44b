import type { ComponentType } from "react";

/** What a page says about itself in the document's head. */
export type PageMeta = {
  /** Unique; at most 60 characters. */
  title: string;
  /** 50 to 160 characters; owed by every page that search engines may list. */
  description?: string;
  /** Structured data, one schema.org object each. */
  jsonLd?: readonly object[];
};

export type PageModule = { default: ComponentType; meta: PageMeta };

export type Route = {
  /** Exact, or ending in ":name" (one segment) or "/*" (whatever follows, nothing included). */
  path: string;
  /**
   * content: static HTML, no React in the browser. form: static HTML whose <main> React takes over.
   * app: the signed-in area and the way into it, drawn by React from <body> down.
   */
  kind: "content" | "form" | "app";
  load: () => Promise<PageModule>;
  /** form: the script that brings <main> to life. */
  entry?: string;
  /** app: drawn at build time too, so that it is there before its script. */
  prerendered?: boolean;
  /** app: who may be on it; everybody where nothing is said. What the page asks the server for is the server's to guard. */
  behind?: "sign-in" | "admin";
  /** app: the address of the dialog over it. */
  dialog?: string;
  /** Whether search engines may list it. */
  indexed?: boolean;
};

/** The id of the route above the pages that only an admin may be on. */
export const ADMIN_AREA = "admin-area";

export const SITE_ENTRY = "src/site.entry.ts";
export const APP_ENTRY = "src/app.entry.tsx";

/** The file of the picture that a shared link to this page shows. */
export function socialPictureFile(path: string): string {
  return `social${path === "/" ? "" : path.replaceAll("/", "-")}.png`;
}

// The application has a file of its own, because its bundle must not hold what public pages import.
import { appPages as accounts } from "#accounts/app-pages.ts";
import type { Route } from "#company/shell/web/page.ts";
import { appPages as deals } from "#deals/app-pages.ts";
import { appPages as delivery } from "#delivery/app-pages.ts";
import { appPages as inquiries } from "#inquiries/app-pages.ts";
import { appPages as operation } from "#operation/app-pages.ts";
import { appPages as site } from "#site/app-pages.ts";

export const appRoutes: readonly Route[] = [...accounts, ...operation, ...inquiries, ...deals, ...delivery, ...site];

// The one script of every public page.
import "./site.css";
import { recordVisit } from "#leads/web/attribution.ts";
import { showCarriedToast } from "#platform/web/toast.ts";
import { startAddressPrefill } from "#shell/web/address-prefill.ts";
import { showCurrentPath } from "#shell/web/current-path.ts";
import { startDeferredHydration } from "#shell/web/deferred-hydration.ts";
import { startDrawnPaths } from "#shell/web/drawn-path.ts";
import { startInPageLinks } from "#shell/web/in-page-links.ts";
import { startMenu } from "#shell/web/menu.ts";
import { startOpening } from "#shell/web/opening-hours.ts";
import { followTheme } from "#shell/web/theme.ts";
import { startThemeControls } from "#shell/web/theme-controls.ts";

followTheme();
startThemeControls();
startMenu();
startInPageLinks();
startAddressPrefill();
startDrawnPaths();
showCurrentPath();
startOpening();
recordVisit();
showCarriedToast();
startDeferredHydration();

// The one script of every public page: look, menu, opening hours, where the visitor came from, and messages of the page before.
import "#shell/web/styles.css";
import "#marketing/web/content.css";
import { recordVisit } from "#leads/web/visit-source.ts";
import { showCarriedToast } from "#platform/web/toast.ts";
import { startCarriedAddress } from "#shell/web/carried-address.ts";
import { showCurrentPath } from "#shell/web/current-path.ts";
import { startDrawnPaths } from "#shell/web/drawn-path.ts";
import { startInPageLinks } from "#shell/web/in-page-links.ts";
import { startLateEntry } from "#shell/web/late-entry.ts";
import { startMenu } from "#shell/web/menu.ts";
import { startOpening } from "#shell/web/opening-hours.ts";
import { followTheme } from "#shell/web/theme.ts";
import { startThemeControls } from "#shell/web/theme-controls.ts";

followTheme();
startThemeControls();
startMenu();
startInPageLinks();
startCarriedAddress();
startDrawnPaths();
showCurrentPath();
startOpening();
recordVisit();
showCarriedToast();
startLateEntry();

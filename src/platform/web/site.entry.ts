// The one script of every public page: look, menu, opening hours, where the visitor came from, and messages of the page before.
import "./styles.css";
import { startCarriedAddress } from "./carried-address.ts";
import { showCurrentPath } from "./current-path.ts";
import { startDrawnPaths } from "./drawn-path.ts";
import { startInPageLinks } from "./in-page-links.ts";
import { startLateEntry } from "./late-entry.ts";
import { startMenu } from "./menu.ts";
import { startOpening } from "./opening-hours.ts";
import { followTheme } from "./theme.ts";
import { startThemeControls } from "./theme-controls.ts";
import { showCarriedToast } from "./toast.ts";
import { recordVisit } from "./visit-source.ts";

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

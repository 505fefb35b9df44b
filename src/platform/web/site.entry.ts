// The one script of every public page: look, menu, where the visitor came from, and messages of the page before.
import "./styles.css";
import { startMenu } from "./menu.ts";
import { followTheme } from "./theme.ts";
import { startThemeControls } from "./theme-controls.ts";
import { showCarriedToast } from "./toast.ts";
import { recordVisit } from "./visit-source.ts";

followTheme();
startThemeControls();
startMenu();
recordVisit();
showCarriedToast();

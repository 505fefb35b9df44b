// Shows the pages of the published version, and renders those of the versions that follow it.
import { join } from "node:path";
import type { Config } from "#app/config.ts";
import { factsOn } from "#company/facts/announcement.ts";
import { isKeptFromSearch } from "#company/facts/samples.ts";
import type { Facts } from "#company/facts/schema.ts";
import { findIcon } from "#company/facts/server/pictures/store.ts";
import type { RenderPage, RenderPages } from "#company/facts/server/publish.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { withSettings } from "#platform/page-file.ts";
import { systemClock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { servePages } from "#platform/server/http/pages.ts";
import {
  deleteOtherPages,
  NOT_PAGES,
  readBuildId,
  renderedPages,
  renderOne,
  settingsInPages,
} from "./rendered-pages.ts";

type Options = {
  config: Config;
  database: Database;
  /** The folder that npm run build makes. */
  build: string;
  published: CompanyVersion;
  onTidyFailed: (error: unknown) => void;
};

/** `tidy` deletes the pages of other versions than the one that is shown. Rejects if the pages are not built. */
export async function renderSite({ config, database, build, published, onTidyFailed }: Options) {
  const { dataDir, publicUrl } = config;
  const { hostname } = new URL(publicUrl);
  const settings = settingsInPages(config);
  const buildId = await readBuildId(build);
  const iconOf = async ({ logo }: Facts) => (logo ? findIcon(database.read, logo.id) : undefined);
  let shown = await renderedPages({
    icon: await iconOf(published.facts),
    build,
    buildId,
    dataDir,
    version: { ...published, facts: factsOn(published.facts, systemClock.now()) },
  });
  let previous = shown;
  const pages = servePages({
    assets: join(build, "client/assets"),
    pages: shown,
    settings,
    notPages: NOT_PAGES,
    isKeptFromSearch: isKeptFromSearch(published.facts, hostname),
  });
  const tidy = () => void deleteOtherPages(dataDir, shown).catch(onTidyFailed);
  const renderPages: RenderPages = async (version) => {
    const icon = await iconOf(version.facts);
    const folder = await renderedPages({ build, buildId, dataDir, version, icon, previous });
    previous = folder;
    return () => {
      shown = folder;
      pages.show(folder, { isKeptFromSearch: isKeptFromSearch(version.facts, hostname) });
      tidy();
    };
  };
  const renderPage: RenderPage = async (version, path) => {
    const html = await renderOne(path, { build, buildId, version });
    return html && withSettings(html, settings);
  };
  return { pages, tidy, renderPages, renderPage };
}

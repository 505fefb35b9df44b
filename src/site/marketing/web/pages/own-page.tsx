// The template of the pages that the owner makes.

import type { PageKind } from "#company/facts/choices.ts";
import { isSample } from "#company/facts/claims.ts";
import { type Page, pagePath, pagesOfKind } from "#company/facts/pages/pages.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownContact } from "#company/shell/shown.ts";
import type { PageModule } from "#company/shell/web/page.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { PictureImage } from "#company/shell/web/parts/picture.tsx";
import { ContactLink } from "#company/shell/web/parts/reach.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { drawingOf } from "../drawings/situation-drawings.tsx";
import { QuestionList } from "../questions-section.tsx";
import { sectionsOf } from "../texts/markdown.ts";
import { Rendered } from "../texts/text.tsx";
import { headOf } from "./own-page-head.ts";
import { TownEntries } from "./town-entries.tsx";

export function ownPage(page: Page): PageModule {
  return { default: () => <OwnPage page={page} />, meta: (facts) => headOf(page, facts) };
}

/** A situation has these three parts, as its outline does. */
const PARTS: readonly string[] = ["The facts", "Our part", "Without us"];
const OTHERS: Record<PageKind, string> = {
  town: "Other towns",
  situation: "Other situations",
  article: "More to read",
};

function OwnPage({ page }: { page: Page }) {
  const { intro, sections } = sectionsOf(page.body);
  const lots = [...(intro ? [{ id: "", heading: "", html: intro }] : []), ...sections];
  const isSituation = page.kind === "situation";
  return (
    <>
      <div className="wrap pt-8">
        <Breadcrumb current={page.title} />
      </div>
      <article>
        <Beginning page={page} />
        {lots.map(({ id, heading, html }, index) => (
          <section key={id} className={`section ${index % 2 === 1 ? "bg-band" : ""}`}>
            <div className="wrap grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
              <div>
                <p className="lot-label">
                  Lot {index + 1}
                  {isSituation && PARTS[index] && ` · ${PARTS[index]}`}
                </p>
                {heading && <h2 className="wrap-anywhere">{heading}</h2>}
              </div>
              <Rendered html={html} className={`lot-text prose ${isSituation ? "lot-text-lined" : ""}`} />
            </div>
          </section>
        ))}
        <TownEntries page={page} />
        {page.questions.length > 0 && (
          <section className="section" aria-labelledby="questions">
            <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
              <h2 id="questions">Questions</h2>
              <QuestionList questions={page.questions} />
            </div>
          </section>
        )}
      </article>
      <End page={page} />
      <OtherPages current={page} />
    </>
  );
}

function Beginning({ page: { id, title, pageTitle, lead, picture, pictureAlt, claim } }: { page: Page }) {
  const Drawing = drawingOf(id);
  return (
    <header className="wrap grid items-center gap-x-16 gap-y-6 pt-6 pb-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pb-16">
      <div>
        <p className="lot-label wrap-anywhere">
          {title} {isSample(claim) && <SampleMark className="normal-case" />}
        </p>
        <h1 className="wrap-anywhere">{pageTitle}</h1>
        <p className="lead mt-5 wrap-anywhere">{lead}</p>
      </div>
      {picture ? (
        <PictureImage
          picture={picture}
          fit={{ width: 480, height: 480 }}
          alt={pictureAlt}
          className="h-auto max-w-full rounded-card border border-line lg:mx-auto"
        />
      ) : (
        Drawing && (
          <div className="lot [&>svg]:mx-auto [&>svg]:h-auto [&>svg]:w-88 [&>svg]:max-w-full [&_*]:[vector-effect:non-scaling-stroke]">
            <Drawing />
          </div>
        )
      )}
    </header>
  );
}

function Breadcrumb({ current }: { current: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-small">
        <li>
          <a href="/" className="link inline-flex min-h-11 min-w-11 items-center">
            Home
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page" className="wrap-anywhere">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function End({ page }: { page: Page }) {
  const facts = useFacts();
  return (
    <section className="section on-deep" aria-labelledby="next">
      <div className="wrap grid items-center gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <LotLabel claim={facts.claims.end} />
          <h2 id="next">{facts.words.end.title}</h2>
          <p className="mt-3 max-w-[56ch]">{facts.words.end.text}</p>
          {page.end === "call-back" && <CallBackForm className="mt-6 max-w-[56ch]" />}
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:justify-end">
          <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="w-full sm:w-auto">
            Book a Meeting
          </ButtonLink>
          <p>
            <ContactLink
              contact={shownContact(facts)}
              className="link inline-flex min-h-11 items-center font-semibold"
            />
          </p>
        </div>
      </div>
    </section>
  );
}

function OtherPages({ current }: { current: Page }) {
  const others = pagesOfKind(useFacts(), current.kind).filter(({ id }) => id !== current.id);
  if (others.length === 0) return null;
  return (
    <nav aria-labelledby="other-pages" className="wrap py-10">
      <h2 id="other-pages" className="text-h3">
        {OTHERS[current.kind]}
      </h2>
      <ul className="mt-2 grid gap-x-8 sm:flex sm:flex-wrap">
        {others.map((page) => (
          <li key={page.id}>
            <a href={pagePath(page)} className="link wrap-anywhere inline-flex min-h-11 items-center">
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

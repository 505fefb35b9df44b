import { isSample } from "#company/claims.ts";
import { company, figures, team, testimonials } from "#company/facts.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { breadcrumbSchema } from "#shell/web/structured-data.ts";
import { SkylineDrawing } from "./drawings/skyline-drawing.tsx";

export const meta: PageMeta = {
  title: `About us: who buys your house | ${company.shortName}`,
  description: `Who we are, how we work, and why we tell you when an agent would serve you better. A small company in ${company.address.city}, ${company.address.state}.`,
  jsonLd: [breadcrumbSchema({ name: "About Us", path: "/about" })],
};

const VALUES = [
  {
    title: "Compassion",
    text: "Nobody sells in a hurry for fun. We ask what happened before we ask about square feet.",
  },
  {
    title: "Transparency",
    text: "Every offer shows how it was worked out: sales nearby, repairs, our costs, our margin.",
  },
  {
    title: "Fair Offers",
    text: "One written number that does not change at the closing table. If it cannot stand, we say so early.",
  },
  {
    title: "Local Expertise",
    text: "We know which streets flood and which roofs were done in 2011, because we live here.",
  },
];

export default function AboutPage() {
  return (
    <>
      <Story />
      <Values />
      <Team />
      {testimonials.length > 0 && <Letters />}
      <section className="section on-deep" aria-labelledby="talk">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
          <div>
            <h2 id="talk">Come and ask us anything</h2>
            <p className="mt-3 max-w-[56ch]">A free meeting, at your kitchen table, in our office, or by phone.</p>
          </div>
          <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="w-full sm:w-auto">
            Book a Meeting
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

function Story() {
  return (
    <section aria-labelledby="about">
      <div className="wrap pt-10 lg:pt-16">
        <p className="lot-label">About {company.name}</p>
        <h1 id="about" className="max-w-[18ch]">
          The people behind the porch light
        </h1>
      </div>
      <div className="mt-8 overflow-hidden border-line border-b [&>svg]:mx-auto [&>svg]:h-34 [&>svg]:w-full md:[&>svg]:h-auto">
        <SkylineDrawing />
      </div>
      <div className="wrap grid gap-x-16 gap-y-6 py-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:py-20">
        <div className="prose">
          <h2>Our story</h2>
          <p>
            {company.shortName} began with one house. A neighbor had inherited it, lived four states away, and had a
            drawer full of postcards from companies that wanted to buy it by Friday. None of them would say how they had
            come to their number.
          </p>
          <p>
            So we sat down at her table and wrote it out: what the houses on her street had sold for, what the roof and
            the furnace would take, what it would cost us to hold and resell it, and what we needed to earn. She crossed
            out one line, we agreed that she was right, and she sold. That page is still how we make every offer.
          </p>
          <p>
            We are not the right answer for every house. If yours shows well and you have the time, an agent may bring
            you more, and we will tell you so. If it is the other kind of house, or the other kind of year, we are here.
          </p>
        </div>
        <div>
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(--spacing(32),34%),1fr))] border border-line bg-surface">
            {Object.values(figures).map(({ value, label }) => (
              <div
                key={label}
                className="flex flex-col border-line px-5 py-4 leading-[1.4] odd:border-r nth-[-n+2]:border-b"
              >
                <dt className="order-2 mt-1.5">{label}</dt>
                <dd className="font-display text-figure">{value}</dd>
              </div>
            ))}
          </dl>
          {Object.values(figures).some(({ claim }) => isSample(claim)) && (
            <p className="mt-3 text-muted text-small">Sample figures, until the company has confirmed them.</p>
          )}
        </div>
      </div>
    </section>
  );
}

function Values() {
  return (
    <section className="section bg-band" aria-labelledby="values">
      <div className="wrap">
        <p className="lot-label">Lot 2 · What we hold to</p>
        <h2 id="values">Our values</h2>
        <ul className="mt-10 grid border-control border-t border-l bg-surface md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]">
          {VALUES.map(({ title, text }) => (
            <li key={title} className="min-w-0 border-control border-r border-b p-6 md:p-8">
              <h3 className="wrap-anywhere">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Team() {
  return (
    <section className="section" aria-labelledby="team">
      <div className="wrap">
        <p className="lot-label">Lot 3 · Who you will meet</p>
        <h2 id="team">Our team</h2>
        {team.some(({ claim }) => isSample(claim)) && (
          <p className="mt-2 text-muted text-small">Sample people, until the company has put in its own.</p>
        )}
        <ul className="mt-10 grid gap-10 md:grid-cols-3">
          {team.map(({ name, role, bio }) => (
            <li key={name} className="flex flex-col gap-5">
              <span className="initials" aria-hidden="true">
                {initialsOf(name)}
              </span>
              <div>
                <h3>{name}</h3>
                <p className="font-semibold text-brand">{role}</p>
                <p className="mt-2">{bio}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Letters() {
  return (
    <section className="section bg-band" aria-labelledby="letters">
      <div className="wrap">
        <p className="lot-label">Lot 4 · Letters</p>
        <h2 id="letters">What sellers wrote</h2>
        {testimonials.some(({ claim }) => isSample(claim)) && (
          <p className="mt-2 text-muted text-small">
            Sample letters: nobody wrote them. They show where real ones will stand.
          </p>
        )}
        <div className="mt-10 grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)] lg:items-start">
          {testimonials.map(({ quote, name, town, year, rating }) => (
            <figure key={quote} className="border border-line bg-surface px-7 py-8 lg:nth-[3n+2]:mt-12">
              <Stars rating={rating} />
              <blockquote className="mt-4 text-pretty font-display text-h3">{quote}</blockquote>
              <figcaption className="mt-5">
                {name}, {town}, {year}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex items-center gap-2">
      <svg viewBox="0 0 116 20" width="116" height="20" fill="none" strokeLinejoin="round" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((place) => (
          <path
            key={place}
            transform={`translate(${place * 24} 0)`}
            d="m10 1.500 2.600 5.500 6 .8-4.400 4.200 1.100 6L10 15.100 4.700 18l1.100-6L1.400 7.800l6-.8z"
            fill={place < rating ? "var(--lamp)" : "var(--surface)"}
            stroke="var(--ink)"
            strokeWidth="1.500"
          />
        ))}
      </svg>
      <span className="text-small">{rating} out of 5</span>
    </p>
  );
}

function initialsOf(name: string): string {
  const parts = name.split(/\s+/);
  return `${parts[0]?.charAt(0) ?? ""}${parts.length > 1 ? (parts.at(-1)?.charAt(0) ?? "") : ""}`;
}

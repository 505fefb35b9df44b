// Sample content in site.config.ts: claims and people that the owner has not confirmed yet.
import { company, figures, team, testimonials } from "#company/facts.ts";

export function sampleContent(): string[] {
  const unconfirmed = {
    Figures: Object.values(figures)
      .filter(({ confirmed }) => !confirmed)
      .map(({ value, label }) => `${value} ${label}`),
    Team: team.filter(({ confirmed }) => !confirmed).map(({ name }) => name),
    Testimonials: testimonials.filter(({ confirmed }) => !confirmed).map(({ name, town }) => `${name}, ${town}`),
    "E-mail address": company.email.endsWith(".example") ? [company.email] : [],
  };
  return Object.entries(unconfirmed).flatMap(([kind, items]) =>
    items.length > 0 ? [`${kind}: ${items.join("; ")}`] : [],
  );
}

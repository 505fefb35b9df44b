import type { Article, BreadcrumbList, FAQPage, LocalBusiness, Service, WithContext } from "schema-dts";
import { WEEKDAYS } from "#company/facts/choices.ts";
import { isConfirmed } from "#company/facts/claims.ts";
import { type Page, pagePath } from "#company/facts/pages/pages.ts";
import { pictureUrl } from "#company/facts/pictures.ts";
import type { Facts } from "#company/facts/schema.ts";
import { confirmed, isTold, shownAddress, shownEmail, shownPhone } from "#company/shell/shown.ts";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";

const BUSINESS_ID = `${PUBLIC_URL_TOKEN}/#business`;

/** Search engines repeat it without the mark of a sample, so samples are left out. */
export function businessSchema(facts: Facts): WithContext<LocalBusiness> {
  const { company, claims, businessHours, socialLinks } = facts;
  const [phone, email] = [confirmed(shownPhone(facts)), confirmed(shownEmail(facts))];
  const address = confirmed(shownAddress(facts));
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    "@id": BUSINESS_ID,
    name: company.name,
    url: `${PUBLIC_URL_TOKEN}/`,
    ...(phone && { telephone: phone.text }),
    ...(email && { email: email.text }),
    image: `${PUBLIC_URL_TOKEN}/social.png`,
    ...(address && {
      address: {
        "@type": "PostalAddress" as const,
        streetAddress: address.street,
        addressLocality: address.city,
        addressRegion: address.state,
        postalCode: address.zipCode,
        addressCountry: "US",
      },
      ...(isTold(claims.place) && { geo: { "@type": "GeoCoordinates" as const, ...company.coordinates } }),
    }),
    ...(isTold(claims.areaServed) && { areaServed: company.areaServed }),
    openingHoursSpecification: WEEKDAYS.filter(() => isTold(claims.hours)).flatMap((day) => {
      const hours = businessHours[day];
      if (!hours) return [];
      const dayOfWeek =
        `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}` as "https://schema.org/Monday";
      return [{ "@type": "OpeningHoursSpecification" as const, dayOfWeek, opens: hours.opens, closes: hours.closes }];
    }),
    sameAs: socialLinks.flatMap(({ url }) => (url ? [url] : [])),
  };
}

export function breadcrumbSchema(...steps: { name: string; path: string }[]): WithContext<BreadcrumbList> {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", path: "/" }, ...steps].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${PUBLIC_URL_TOKEN}${path}`,
    })),
  };
}

export function questionsSchema(questions: readonly { question: string; answer: string }[]): WithContext<FAQPage> {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** Its owner confirmed these words on that day. */
export function articleSchema(page: Page): WithContext<Article> {
  const { pageTitle, description, picture, claim } = page;
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: pageTitle,
    description,
    mainEntityOfPage: `${PUBLIC_URL_TOKEN}${pagePath(page)}`,
    author: { "@id": BUSINESS_ID },
    publisher: { "@id": BUSINESS_ID },
    ...(picture && { image: `${PUBLIC_URL_TOKEN}${pictureUrl(picture.id, "large")}` }),
    ...(isConfirmed(claim) && claim.confirmedAt && { dateModified: claim.confirmedAt }),
  };
}

export function serviceSchema(page: Page, { claims, company }: Facts): WithContext<Service> {
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: page.pageTitle,
    description: page.description,
    url: `${PUBLIC_URL_TOKEN}${pagePath(page)}`,
    provider: { "@type": "LocalBusiness", "@id": BUSINESS_ID, name: company.name },
    ...(page.kind === "town"
      ? { areaServed: { "@type": "City" as const, name: page.town } }
      : isTold(claims.areaServed) && { areaServed: company.areaServed }),
  };
}

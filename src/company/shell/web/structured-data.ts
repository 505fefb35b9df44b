import type { BreadcrumbList, FAQPage, LocalBusiness, WithContext } from "schema-dts";
import { WEEKDAYS } from "#company/facts/choices.ts";
import type { Facts } from "#company/facts/schema.ts";
import { confirmed, isTold, shownAddress, shownEmail, shownPhone } from "#company/shell/shown.ts";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";

/** Search engines repeat it without the mark of a sample, so samples are left out. */
export function businessSchema(facts: Facts): WithContext<LocalBusiness> {
  const { company, claims, businessHours, socialLinks } = facts;
  const [phone, email] = [confirmed(shownPhone(facts)), confirmed(shownEmail(facts))];
  const address = confirmed(shownAddress(facts));
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    "@id": `${PUBLIC_URL_TOKEN}/#business`,
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

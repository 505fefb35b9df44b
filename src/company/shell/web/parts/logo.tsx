import { useFacts } from "#company/facts/web/use-facts.ts";
import { PictureImage } from "./picture.tsx";

/** The bar has no room for a wider logo, down to the width at which the links move into the menu. */
const FIT = { width: 140, height: 40 };

export function Logo({ isOnDeep = false }: { isOnDeep?: boolean }) {
  const { company, logo } = useFacts();
  if (logo) {
    // Many logos are dark letters on a transparent background.
    const plate = isOnDeep ? "bg-white" : "dark:bg-white";
    return (
      <PictureImage
        picture={logo}
        fit={FIT}
        alt={company.shortName}
        className={`box-content rounded-card p-1 ${plate}`}
      />
    );
  }
  return (
    <span className="inline-flex items-center gap-2 font-display font-semibold text-[length:min(var(--text-h3),6.5vw)] leading-none">
      <LogoMark />
      <span>{company.shortName}</span>
    </span>
  );
}

export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" width="36" height="36" fill="none" strokeLinejoin="round" aria-hidden="true">
      <path d="M4 15 16 5l12 10v12H4z" fill="var(--surface)" stroke="var(--ink)" strokeWidth="2" />
      <path d="M12 27v-7a4 4 0 0 1 8 0v7z" fill="var(--lamp)" stroke="var(--ink)" strokeWidth="1.5" />
    </svg>
  );
}

import { useFacts } from "#company/facts/web/use-facts.ts";
import { PictureImage } from "./picture.tsx";

/** The name stands beside it, and both have to fit into the bar. */
const FIT = { width: 84, height: 40 };
const PICTURE = "h-auto max-w-[13vw] box-content flex-none rounded-card p-1 sm:max-w-none";

/** A longer name stands in two lines. */
const LONGEST_IN_LINE = 16;

export function Logo({ isOnDeep = false }: { isOnDeep?: boolean }) {
  const { shortName } = useFacts().company;
  const size =
    shortName.length > LONGEST_IN_LINE
      ? "max-w-40 text-balance text-lot leading-[1.15] tracking-normal sm:text-(length:--text-small)"
      : "text-[length:min(var(--text-h3),6.5vw)] leading-none";
  return (
    <span className="inline-flex min-w-0 items-center gap-2 font-display font-semibold">
      <OwnLogo isOnDeep={isOnDeep} />
      <span className={`wrap-anywhere min-w-0 ${size}`}>{shortName}</span>
    </span>
  );
}

/** Many logos are dark letters on a transparent background, and need a light plate where the page is dark. */
function OwnLogo({ isOnDeep }: { isOnDeep: boolean }) {
  const { logo, logoDark } = useFacts();
  if (!logo) return <LogoMark />;
  if (!logoDark)
    return (
      <PictureImage
        picture={logo}
        fit={FIT}
        alt=""
        className={`${PICTURE} ${isOnDeep ? "bg-plate" : "dark:bg-plate"}`}
      />
    );
  return (
    <>
      {!isOnDeep && <PictureImage picture={logo} fit={FIT} alt="" className={`${PICTURE} dark:hidden`} />}
      <PictureImage
        picture={logoDark}
        fit={FIT}
        alt=""
        className={`${PICTURE} ${isOnDeep ? "" : "hidden dark:block"}`}
      />
    </>
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

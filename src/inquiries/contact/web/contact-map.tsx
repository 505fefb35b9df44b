import { useFacts } from "#company/facts/web/use-facts.ts";
import type { ShownAddress } from "#company/shell/shown.ts";
import { Drawing } from "#company/shell/web/parts/drawing.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";

const MAPS = "https://www.openstreetmap.org";
const HALF_WIDTH = 0.006;
/** "214 Maple Street, Suite 3": number and street, without the suite. */
const STREET =
  /^(?:(\d+(?:-\d+)?[a-z]?)\s+)?(.+?)(?:\s*[,#].*|\s+(?:suite|ste|unit|apt|apartment|floor|fl|room|rm)\.?\s+(?:[\w-]*\d[\w-]*|[a-z]))?$/i;

/** The drawing contacts no third party; the live map loads only on request. */
export function ContactMap({ address: { street: line, line: whole, isSample } }: { address: ShownAddress }) {
  const { latitude, longitude } = useFacts().company.coordinates;
  const [, houseNumber = "", street = line] = STREET.exec(line) ?? [];
  return (
    <section className="section bg-band" aria-labelledby="find-us">
      <div className="wrap">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-2">
          <div>
            <p className="lot-label">{houseNumber && `Lot ${houseNumber} · `}On the map</p>
            <h2 id="find-us">Where it is</h2>
            <p className="mt-2">
              {whole} {isSample && <SampleMark />}
            </p>
          </div>
          <a
            href={`${MAPS}/directions?to=${latitude}%2C${longitude}`}
            rel="noopener"
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            Get directions
          </a>
        </div>
        <div className="relative mt-6 overflow-hidden border border-control [&>svg:first-child]:block [&>svg:first-child]:h-100 [&>svg:first-child]:w-full [&>svg:first-child]:border-line [&>svg:first-child]:border-b">
          <MapDrawing street={street} />
          <NorthArrow />
          <details className="group">
            <summary className="button button-outline m-4 list-none bg-surface hover:bg-ink group-open:absolute group-open:bottom-0 group-open:left-0 group-open:z-1 [&::-webkit-details-marker]:hidden">
              <span className="group-open:hidden">Open live map</span>
              <span className="hidden group-open:inline">Close live map</span>
            </summary>
            <iframe
              className="absolute inset-0 size-full border-0"
              title={`Map of ${whole}`}
              src={liveMap(latitude, longitude)}
              loading="lazy"
              width="1200"
              height="400"
              referrerPolicy="strict-origin-when-cross-origin"
            />
          </details>
        </div>
        <p className="mt-3 text-muted text-small">
          Drawing not to scale. The live map comes from OpenStreetMap, which then learns your address on the internet.
        </p>
      </div>
    </section>
  );
}

function liveMap(latitude: number, longitude: number): string {
  const bounds = [longitude - HALF_WIDTH, latitude - HALF_WIDTH / 2, longitude + HALF_WIDTH, latitude + HALF_WIDTH / 2]
    .map((degrees) => degrees.toFixed(5))
    .join("%2C");
  return `${MAPS}/export/embed.html?bbox=${bounds}&layer=mapnik&marker=${latitude}%2C${longitude}`;
}

const STREET_MIDDLE = 585;

function MapDrawing({ street }: { street: string }) {
  // The street's centre line leaves a gap for its name: capitals of size 18 are about 14 wide with spacing.
  const reach = street.length * 7.2 + 12;
  return (
    <Drawing width={1200} height={400} preserveAspectRatio="xMidYMid slice">
      <path fill="var(--surface)" d="M0 0h1200v400H0z" />
      <g stroke="var(--line)" strokeWidth="1.5">
        <path d="M0 92H330M390 92H760M820 92H1200M0 318H330M390 318H760M820 318H1200M84 0v176M176 0v176M262 0v176M452 0v176M524 0v176M606 0v176M690 0v176M900 0v176M984 0v176M1080 0v176M120 236v164M210 236v164M440 236v164M530 236v164M640 236v164M712 236v164M880 236v164M960 236v164M1050 236v164M1130 236v164" />
      </g>
      <g fill="var(--band)" stroke="var(--control)" strokeWidth="1.5">
        <path d="M108 112h44v40h-44zM198 20h40v52h-40zM470 108h36v44h-36zM626 24h44v44h-44zM544 116h40v36h-40zM922 106h42v46h-42zM1004 20h50v50h-50zM142 256h44v40h-44zM460 340h46v38h-46zM662 254h30v44h-30zM900 256h40v42h-40zM984 340h44v36h-44zM20 116h40v40H20zM1098 110h60v42h-60z" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5">
        <circle cx="228" cy="352" r="16" />
        <path d="M228 342v20M218 352h20" />
        <circle cx="742" cy="122" r="14" />
        <path d="M742 113v18M733 122h18" />
        <circle cx="1086" cy="282" r="20" />
        <path d="M1086 268v28M1072 282h28" />
        <circle cx="420" cy="46" r="14" />
        <path d="M420 37v18M411 46h18" />
      </g>
      <g stroke="var(--ink)" strokeWidth="2">
        <path d="M0 176h330V0M390 0v176h370V0M820 0v176h380M0 236h330v164M390 400V236h370v164M820 400V236h380" />
      </g>
      <path
        stroke="var(--control)"
        strokeWidth="1.5"
        strokeDasharray="10 10"
        d={`M0 206H${STREET_MIDDLE - reach}M${STREET_MIDDLE + reach} 206H1200M360 0v400M790 0v400`}
      />
      <path fill="var(--glow)" d="M530 236h110v82H530z" />
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path d="M530 236h110v82H530z" />
        <path fill="var(--lamp)" d="M560 272l25-20 25 20v30h-50z" />
        <path fill="var(--surface)" d="M578 302v-16h14v16z" />
      </g>
      <path
        stroke="var(--control)"
        strokeWidth="1.5"
        d="M524 236h12M530 230v12M634 236h12M640 230v12M524 318h12M530 312v12M634 318h12M640 312v12"
      />
      <text x={STREET_MIDDLE} textAnchor="middle" y="212" fontSize="18" letterSpacing="2" fill="var(--ink)">
        {street.toUpperCase()}
      </text>
    </Drawing>
  );
}

/** The arrow is outside the map, which is cropped on narrow screens. */
function NorthArrow() {
  return (
    <svg
      viewBox="0 0 72 72"
      width="72"
      height="72"
      fill="none"
      className="absolute top-4 right-4 size-18"
      aria-hidden="true"
    >
      <g stroke="var(--ink)" strokeWidth="2.5" strokeLinejoin="round">
        <circle cx="36" cy="36" r="34" fill="var(--surface)" />
        <path fill="var(--roof)" d="M36 10l10 30-10-6-10 6z" />
      </g>
      <text x="36" y="60" fontSize="15" textAnchor="middle" fill="var(--ink)">
        N
      </text>
    </svg>
  );
}

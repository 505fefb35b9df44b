import { Drawing } from "#company/shell/web/parts/drawing.tsx";
import { House } from "./house.tsx";

export function HeroDrawing() {
  return (
    <Drawing width={640} height={480}>
      <HeroSheet />
    </Drawing>
  );
}

const LOTS = [
  [11, 56, 122],
  [13, 56, 276],
  [12, 488, 122],
  [16, 488, 276],
  [14, 184, 122],
] as const;

export function HeroSheet() {
  return (
    <g fill="none">
      <g stroke="var(--line)" strokeWidth="1.5">
        <path d="M0 96H640M0 404H640M40 40V440M168 96V404M472 96V404M600 40V440M0 250H168M472 250H640" />
        <path d="M72 312h64v52H72z" strokeDasharray="5 5" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5">
        <path d="M34 96h12M40 90v12M594 404h12M600 398v12M162 404h12M168 398v12M466 96h12M472 90v12" />
        <circle cx="100" cy="190" r="26" />
        <path d="M100 172v36M82 190h36" />
        <circle cx="540" cy="340" r="30" />
        <path d="M540 318v44M518 340h44" />
        <circle cx="556" cy="180" r="18" />
        <path d="M556 168v24M544 180h24" />
      </g>
      <g fill="var(--muted)" fontSize="13" letterSpacing="1">
        {LOTS.map(([lot, x, y]) => (
          <text key={lot} x={x} y={y}>
            {`LOT ${lot}`}
          </text>
        ))}
      </g>
      <path fill="var(--glow)" d="M228 374h52l-22 28H168z" />
      <House />
      <path
        stroke="var(--brand)"
        strokeWidth="2.5"
        strokeDasharray="2 9"
        d="M322 410C322 440 380 436 430 446S560 452 604 478"
      />
    </g>
  );
}

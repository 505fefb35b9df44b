import { Drawing } from "#company/shell/web/parts/drawing.tsx";

export function StepsPath() {
  return (
    <Drawing width={960} height={200} preserveAspectRatio="none">
      <path
        stroke="var(--lamp)"
        strokeWidth="2.5"
        strokeDasharray="2 9"
        d="M40 120C160 40 240 180 340 110S560 60 640 116 840 150 920 70"
      />
    </Drawing>
  );
}

export function SpeechDrawing() {
  return (
    <Drawing width={72} height={72}>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path
          fill="var(--surface)"
          d="M14 12h44a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H36L22 64V52h-8a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z"
        />
        <path d="M18 26h36M18 38h22" />
      </g>
    </Drawing>
  );
}

export function OfferDrawing() {
  return (
    <Drawing width={72} height={72}>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M14 6h32l14 14v46H14z" />
        <path d="M46 6v14h14M24 28h26M24 38h26" />
        <path fill="var(--lamp)" d="M24 48h22v10H24z" />
      </g>
    </Drawing>
  );
}

export function KeyDrawing() {
  return (
    <Drawing width={72} height={72}>
      <g stroke="var(--ink)" strokeWidth="2.5" transform="rotate(40 36 36)">
        <circle cx="36" cy="18" r="13" fill="var(--lamp)" />
        <circle cx="36" cy="14" r="3.500" fill="var(--surface)" />
        <path fill="var(--lamp)" d="M31 31v30l5 6 8-8-6-5 6-5-6-5V31z" />
      </g>
    </Drawing>
  );
}

import { Drawing } from "#company/shell/web/parts/drawing.tsx";

export function EmptyLotDrawing() {
  return (
    <Drawing width={480} height={320}>
      <g stroke="var(--line)" strokeWidth="1.5">
        <path d="M0 60H480M0 260H480M60 20V300M420 20V300M180 60V260M0 160H60M420 160H480" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5">
        <path d="M54 60h12M60 54v12M414 60h12M420 54v12M54 260h12M60 254v12M414 260h12M420 254v12M174 60h12M180 54v12M174 260h12M180 254v12" />
        <circle cx="120" cy="112" r="24" />
        <path d="M120 96v32M104 112h32" />
        <circle cx="110" cy="212" r="16" />
        <path d="M110 202v20M100 212h20" />
      </g>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path strokeDasharray="8 8" d="M228 106h144v104h-48v24h-48v-24h-48z" />
        <path d="M196 260v-44" />
        <path fill="var(--surface)" d="M176 184h72v34h-72z" />
      </g>
      <g fill="var(--muted)" fontSize="13" letterSpacing="1">
        <text x="78" y="84">
          LOT 403
        </text>
      </g>
      <text x="212" y="206" textAnchor="middle" fill="var(--ink)" fontSize="14" letterSpacing="1">
        LOT 404
      </text>
      <path d="M300 158h0" stroke="var(--lamp)" strokeWidth="10" />
      <path stroke="var(--brand)" strokeWidth="2.5" strokeDasharray="2 9" d="M300 246C300 280 360 276 480 290" />
    </Drawing>
  );
}

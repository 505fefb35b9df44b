import { Drawing } from "./drawing.tsx";

export function PorchDrawing() {
  return (
    <Drawing width={320} height={228}>
      <g stroke="var(--line)" strokeWidth="1.5">
        <path d="M0 200H320M20 20V220M300 20V220" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5">
        <path d="M14 200h12M20 194v12M294 200h12M300 194v12" />
      </g>
      <path fill="var(--glow)" d="M196 92 268 200H150l22-108z" />
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--roof)" d="M44 52 160 14l116 38v14H44z" />
        <path fill="var(--surface)" d="M56 66h14v120H56zM250 66h14v120h-14z" />
        <path fill="var(--surface)" d="M112 186V96a8 8 0 0 1 8-8h48a8 8 0 0 1 8 8v90z" />
        <path fill="var(--roof)" d="M122 186v-82a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v82z" />
        <path fill="var(--lamp)" d="M130 108h28v24h-28z" />
        <path d="M198 66v12" />
        <path fill="var(--lamp)" d="M188 78h20l5 12v22h-30V90z" />
        <path fill="var(--surface)" d="M40 186h240v10H40zM28 196h264v12H28z" />
        <path fill="var(--surface)" d="M206 148h36v38h-36z" />
      </g>
      <g stroke="var(--ink)" strokeWidth="1.5">
        <path d="M144 108v24M130 120h28M188 90h20M198 90v22" />
      </g>
      <circle cx="158" cy="150" r="3" fill="var(--lamp)" />
      <path d="M212 186v-20M224 186v-26M236 186v-20" stroke="var(--ink)" strokeWidth="1.5" />
    </Drawing>
  );
}

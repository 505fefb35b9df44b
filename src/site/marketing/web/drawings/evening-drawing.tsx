import { Drawing } from "#company/shell/web/parts/drawing.tsx";
import { House } from "./house.tsx";

export function EveningDrawing() {
  return (
    <Drawing width={640} height={480}>
      <g stroke="var(--line)" strokeWidth="1.5">
        <path d="M0 404H640M60 60V440M580 60V440M0 60H640" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5">
        <path d="M54 404h12M60 398v12M574 404h12M580 398v12M54 60h12M60 54v12M574 60h12M580 54v12" />
      </g>
      <path
        d="M520 118a34 34 0 1 0 26 44 28 28 0 0 1-26-44z"
        fill="var(--surface)"
        stroke="var(--ink)"
        strokeWidth="2.5"
      />
      <g stroke="var(--control)" strokeWidth="2">
        <path d="M120 128v10M115 133h10M166 190v8M162 194h8M468 204v8M464 208h8M250 108v8M246 112h8" />
      </g>
      <path fill="var(--glow)" d="M298 402 286 386h72l-12 16zM228 374h52l-22 28H168zM276 402h92l46 38H214z" />
      <House />
      <path d="M364 272h52v52h-52z" fill="var(--surface)" stroke="var(--ink)" strokeWidth="2.5" />
      <path d="M390 272v52M364 298h52" stroke="var(--ink)" strokeWidth="1.5" />
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M514 402c-8-34 6-66 22-66s30 32 22 66z" />
        <path d="M536 402v-40M536 376l10-10M536 386l-9-9" />
        <path fill="var(--surface)" d="M88 402c-5-22 5-44 16-44s21 22 16 44z" />
        <path d="M104 402v-26" />
      </g>
    </Drawing>
  );
}

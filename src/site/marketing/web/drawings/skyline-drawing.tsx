import type { ReactNode } from "react";
import { Drawing } from "#company/shell/web/parts/drawing.tsx";

export function SkylineDrawing() {
  return (
    <Drawing width={1240} height={169}>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <House body="M40 168V116H130V168z" roof="M30 116L85.0 72L140 116z" window="M54 130" door="M94 168" />
        <House body="M162 168V124H272V168z" roof="M152 124L180 90H254L282 124z" window="M176 138" door="M236 168">
          <path fill="var(--surface)" d="M238 94V66h14V100z" />
        </House>
        <House body="M304 168V108H384V168z" roof="M296 108V92L392 64V108z" window="M318 122" door="M348 168" />
        <House body="M416 168V118H536V168z" roof="M406 118L456.0 82L546 118z" window="M430 132" door="M500 168">
          <path fill="var(--roof)" d="M472.0 118L502.0 88L546 118z" />
        </House>
        <House body="M568 168V110H668V168z" roof="M558 110L574 76H662L678 110z" window="M584 124" door="M632 168">
          <path fill="var(--lamp)" d="M604.0 104V84L618.0 72L632.0 84V104z" />
        </House>
        <House body="M700 168V104H796V168z" roof="M690 104L748.0 60L806 104z" window="M714 118" door="M760 168">
          <path fill="var(--surface)" d="M762 74V46h14V86z" />
        </House>
        <House body="M828 168V122H938V168z" roof="M822 122V110H944V122z" window="M842 136" door="M902 168" />
        <House body="M970 168V112H1054V168z" roof="M962 112V96L1062 68V112z" window="M984 126" door="M1018 168" />
        <House
          body="M1086 168V118H1190V168z"
          roof="M1076 118L1104 84H1172L1200 118z"
          window="M1100 132"
          door="M1154 168"
        />
      </g>
    </Drawing>
  );
}

type HouseProps = { body: string; roof: string; window: string; door: string; children?: ReactNode };

function House({ body, roof, window, door, children }: HouseProps) {
  return (
    <>
      <path fill="var(--surface)" d={body} />
      <path fill="var(--roof)" d={roof} />
      {children}
      <path fill="var(--surface)" d={`${window}h18v18h-18z`} />
      <path fill="var(--surface)" d={`${door}v-30h18v30z`} />
    </>
  );
}

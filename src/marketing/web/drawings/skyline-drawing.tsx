/** Nine roof lines, each another; one window lit. */
export function SkylineDrawing() {
  return (
    <svg
      viewBox="0 0 1240 169"
      width="1240"
      height="169"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M40 168V116H130V168z" />
        <path fill="var(--roof)" d="M30 116L85.0 72L140 116z" />
        <path fill="var(--surface)" d="M54 130h18v18h-18z" />
        <path fill="var(--surface)" d="M94 168v-30h18v30z" />
        <path fill="var(--surface)" d="M162 168V124H272V168z" />
        <path fill="var(--roof)" d="M152 124L180 90H254L282 124z" />
        <path fill="var(--surface)" d="M238 94V66h14V100z" />
        <path fill="var(--surface)" d="M176 138h18v18h-18z" />
        <path fill="var(--surface)" d="M236 168v-30h18v30z" />
        <path fill="var(--surface)" d="M304 168V108H384V168z" />
        <path fill="var(--roof)" d="M296 108V92L392 64V108z" />
        <path fill="var(--surface)" d="M318 122h18v18h-18z" />
        <path fill="var(--surface)" d="M348 168v-30h18v30z" />
        <path fill="var(--surface)" d="M416 168V118H536V168z" />
        <path fill="var(--roof)" d="M406 118L456.0 82L546 118z" />
        <path fill="var(--roof)" d="M472.0 118L502.0 88L546 118z" />
        <path fill="var(--surface)" d="M430 132h18v18h-18z" />
        <path fill="var(--surface)" d="M500 168v-30h18v30z" />
        <path fill="var(--surface)" d="M568 168V110H668V168z" />
        <path fill="var(--roof)" d="M558 110L574 76H662L678 110z" />
        <path fill="var(--lamp)" d="M604.0 104V84L618.0 72L632.0 84V104z" />
        <path fill="var(--surface)" d="M584 124h18v18h-18z" />
        <path fill="var(--surface)" d="M632 168v-30h18v30z" />
        <path fill="var(--surface)" d="M700 168V104H796V168z" />
        <path fill="var(--roof)" d="M690 104L748.0 60L806 104z" />
        <path fill="var(--surface)" d="M762 74V46h14V86z" />
        <path fill="var(--surface)" d="M714 118h18v18h-18z" />
        <path fill="var(--surface)" d="M760 168v-30h18v30z" />
        <path fill="var(--surface)" d="M828 168V122H938V168z" />
        <path fill="var(--roof)" d="M822 122V110H944V122z" />
        <path fill="var(--surface)" d="M842 136h18v18h-18z" />
        <path fill="var(--surface)" d="M902 168v-30h18v30z" />
        <path fill="var(--surface)" d="M970 168V112H1054V168z" />
        <path fill="var(--roof)" d="M962 112V96L1062 68V112z" />
        <path fill="var(--surface)" d="M984 126h18v18h-18z" />
        <path fill="var(--surface)" d="M1018 168v-30h18v30z" />
        <path fill="var(--surface)" d="M1086 168V118H1190V168z" />
        <path fill="var(--roof)" d="M1076 118L1104 84H1172L1200 118z" />
        <path fill="var(--surface)" d="M1100 132h18v18h-18z" />
        <path fill="var(--surface)" d="M1154 168v-30h18v30z" />
      </g>
    </svg>
  );
}

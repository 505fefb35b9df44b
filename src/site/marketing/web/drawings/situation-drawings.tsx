import { type ComponentType, Fragment, type ReactNode } from "react";
import { Drawing } from "#company/shell/web/parts/drawing.tsx";

export function ForeclosureDrawing() {
  return (
    <OnGround>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M48 116V48a40 40 0 0 1 80 0v68z" />
        <path fill="var(--roof)" d="M60 116V58h56v58z" />
        <path className="window" d="M60 50a28 28 0 0 1 56 0z" />
        <path fill="var(--surface)" d="M40 116h96v8H40z" />
        <path fill="var(--surface)" d="m72 66 30-3 3 34-30 3z" />
      </g>
      <g stroke="var(--ink)" strokeWidth="1.5">
        <path d="M88 22v28M67 33l9 17M109 33l-9 17" />
        <path d="m78 73 18-2M78.600 80l18-1.800M79 87l10-1" />
      </g>
      <path d="m96 89 5-.5.5 5-5 .5z" fill="var(--danger)" />
      <circle cx="87" cy="68" r="2.500" fill="var(--ink)" />
      <circle cx="110" cy="92" r="2.500" fill="var(--lamp)" />
    </OnGround>
  );
}

export function DivorceDrawing() {
  return (
    <OnGround>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M36 58h104v58H36z" />
        <path fill="var(--roof)" d="M26 60 88 18l62 42h-16L88 30 42 60z" />
        <path fill="var(--surface)" d="M42 60 88 30l46 30z" />
        <path className="window" d="M48 72h22v22H48z" />
        <path fill="var(--surface)" d="M106 72h22v22h-22z" />
      </g>
      <path d="M59 72v22M48 83h22M117 72v22M106 83h22" stroke="var(--ink)" strokeWidth="1.5" />
      <path d="M88 4v124" stroke="var(--bg)" strokeWidth="9" />
      <path d="M88 4v124" stroke="var(--brand)" strokeWidth="2.500" strokeDasharray="10 5 2 5" />
      <path d="M82 10h12M88 4v12M82 116h12M88 110v12" stroke="var(--control)" strokeWidth="1.5" />
    </OnGround>
  );
}

export function InheritedDrawing() {
  return (
    <OnGround>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--roof)" d="M34 20h84v92H34z" />
        <path fill="var(--surface)" d="M44 30h64v72H44z" />
        <path d="M76 40c14 0 22 12 22 26s-8 26-22 26-22-12-22-26 8-26 22-26z" fill="var(--bg)" />
      </g>
      <g stroke="var(--ink)" strokeWidth="2">
        <path fill="var(--surface)" d="M62 68h28v18H62z" />
        <path d="M58 70 76 54l18 16" />
        <path className="window" d="M71 74h10v12H71z" />
      </g>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path d="M118 44c14 2 20 8 22 16" stroke="var(--control)" strokeWidth="2" />
        <circle cx="140" cy="68" r="11" fill="var(--lamp)" />
        <circle cx="140" cy="65" r="3" fill="var(--surface)" strokeWidth="1.5" />
        <path fill="var(--lamp)" d="M136 79v32l4 4 7-7-5-4 5-4-5-5V79z" />
      </g>
    </OnGround>
  );
}

export function RelocationDrawing() {
  return (
    <Drawing width={176} height={132}>
      <path d="M8 112H168" stroke="var(--ink)" strokeWidth="2.500" />
      <path d="M8 120H168" stroke="var(--line)" strokeWidth="1.5" />
      <path d="M14 14v12M8 20h12M162 14v12M156 20h12" stroke="var(--control)" strokeWidth="1.5" />
      <path d="M8 20h160" stroke="var(--line)" strokeWidth="1.5" />
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M20 38h84v62H20z" />
        <path fill="var(--roof)" d="M104 58h28l18 22v20h-46z" />
        <path className="window" d="M112 65h17l11 15h-28z" />
        <circle cx="46" cy="102" r="11" fill="var(--surface)" />
        <circle cx="126" cy="102" r="11" fill="var(--surface)" />
      </g>
      <g stroke="var(--ink)" strokeWidth="1.5">
        <path d="M30 48h64M30 88h4M58 88h36" />
        <circle cx="46" cy="102" r="3.500" />
        <circle cx="126" cy="102" r="3.500" />
        <path d="M48 78V66l14-11 14 11v12zM62 78v-8" />
      </g>
      <path d="M145 88h5v6h-5z" fill="var(--lamp)" stroke="var(--ink)" strokeWidth="1.5" />
    </Drawing>
  );
}

const BOXES = [30, 54, 78, 102, 126];
const LIT_BOX = 78;

export function LandlordDrawing() {
  return (
    <OnGround>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path fill="var(--surface)" d="M82 82h12v34H82z" />
        <path fill="var(--roof)" d="M20 40h136v42H20z" />
        {BOXES.map((x) => (
          <path
            key={x}
            {...(x === LIT_BOX ? { className: "window" } : { fill: "var(--surface)" })}
            d={`M${x} 46h20v30H${x}z`}
          />
        ))}
        {BOXES.map((x) => (
          <Fragment key={x}>
            <path d={`M${x + 4} 40v-16`} />
            <path fill={x === LIT_BOX ? "var(--lamp)" : "var(--surface)"} d={`M${x + 4} 24h13v9h-13z`} />
          </Fragment>
        ))}
      </g>
      <g stroke="var(--ink)" strokeWidth="1.5">
        {BOXES.map((x) => (
          <path key={x} d={`M${x + 5} 54h10`} />
        ))}
      </g>
      <g fill="var(--ink)">
        {BOXES.map((x) => (
          <circle key={x} cx={x + 10} cy="66" r="2" />
        ))}
      </g>
    </OnGround>
  );
}

function OnGround({ children }: { children: ReactNode }) {
  return (
    <Drawing width={176} height={132}>
      <path d="M8 116H168" stroke="var(--line)" strokeWidth="1.5" />
      <path d="M14 110v12M8 116h12M162 110v12M156 116h12" stroke="var(--control)" strokeWidth="1.5" />
      {children}
    </Drawing>
  );
}

/** Of the pages that the site is delivered with, by their ids. */
const SITUATION_DRAWINGS: Partial<Record<string, ComponentType>> = {
  foreclosure: ForeclosureDrawing,
  divorce: DivorceDrawing,
  "inherited-property": InheritedDrawing,
  relocation: RelocationDrawing,
  landlord: LandlordDrawing,
};

/** Of a shipped page. The ids of others are chosen by browsers. */
export function drawingOf(pageId: string): ComponentType | undefined {
  return Object.hasOwn(SITUATION_DRAWINGS, pageId) ? SITUATION_DRAWINGS[pageId] : undefined;
}

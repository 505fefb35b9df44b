import type { ReactNode } from "react";
import type { Field, Panel, Part } from "#company/facts/form/form.ts";
import type { Adjustments } from "../fields/fact-field.tsx";

export type PartsProps = {
  parts: readonly Part[];
  /** The places of the items in which the parts stand. */
  at?: readonly number[];
  /** What a panel adds to a field; false leaves it out. */
  adjust?: (field: Field) => Adjustments | false;
};

export type PanelProps = Panel & { draw: (props: PartsProps) => ReactNode };

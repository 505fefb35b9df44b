// How soon an offer comes and how long the closing takes were figures until they became facts of their own.
import { type Claim, SAMPLE } from "#company/facts/claims.ts";

type Figure = { value: string; label: string };
type Figures<Kind> = { offerWithin: Kind; averageClosing: Kind };

const SHIPPED = {
  offerWithin: { value: "24 hours", label: "to a no-obligation offer" },
  averageClosing: { value: "14 days", label: "average closing" },
} satisfies Figures<Figure>;

export type Promises = { offerWithin: string; offerFrom: string; closingIn: string };

export function promisesOf(figures: Partial<Figures<Figure>> | undefined): Promises {
  const given = (name: keyof Figures<Figure>) =>
    (isPromise(figures?.[name], name) ? figures?.[name]?.value : undefined) ?? SHIPPED[name].value;
  return { offerWithin: given("offerWithin"), offerFrom: "our visit", closingIn: given("averageClosing") };
}

/** A figure that counts something else is no promise, and what nobody has said is not shown. */
export function promiseClaims(figures: Figures<Figure & { claim: Claim }>): Record<"offerWithin" | "closingIn", Claim> {
  const claimOf = (name: keyof Figures<Figure>): Claim =>
    isPromise(figures[name], name) ? { ...figures[name].claim, source: "" } : { ...SAMPLE, state: "hidden" };
  return { offerWithin: claimOf("offerWithin"), closingIn: claimOf("averageClosing") };
}

function isPromise(figure: Figure | undefined, name: keyof Figures<Figure>): boolean {
  return figure?.label === SHIPPED[name].label;
}

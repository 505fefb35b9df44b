import { SAMPLE } from "#company/facts/claims.ts";
import type { Page } from "./pages.ts";

type Texts = Pick<Page, "slug" | "title" | "summary" | "pageTitle" | "description" | "lead" | "body">;

/** The id stays when an owner changes the address. */
function situation(texts: Texts): Page {
  return {
    id: texts.slug,
    kind: "situation",
    picture: null,
    pictureAlt: "",
    town: "",
    houses: [],
    questions: [],
    end: "call-back",
    menu: "none",
    claim: SAMPLE,
    ...texts,
  };
}

export const PAGES: Page[] = [
  situation({
    slug: "foreclosure",
    title: "Facing Foreclosure",
    summary: `A notice has come and there is a date on it. A sale that closes before that date can stop the process.

Free, independent advice: a HUD-approved counselor at [1-888-995-4673](tel:+18889954673). Calling your lender first is fine.`,
    pageTitle: "Facing foreclosure: what you can still do",
    description:
      "What a foreclosure notice means, which free help there is, and how a cash sale before the auction date works. Plain words, no pressure.",
    lead: "A letter with a date on it feels like the end of the conversation. It is usually the start of a time in which you still decide.",
    body: `## What happens in a foreclosure

After some missed payments the lender sends a notice. In some states a foreclosure goes through a court, which takes time; in others it does not, and it can be much faster. The notice says which dates count in your state.

Until it ends you own the house, and in many cases you can still pay what is due, agree on a plan, or sell. Until when depends on your state.

A foreclosure can stay on a credit report for seven years. A sale that pays off the loan does not show up as one.

## What we do

We read the notice with you and tell you whether there is time for a sale. If there is not, we say so.

We ask your lender for the payoff figure in writing and plan the closing before the date that matters.

The title company pays the loan directly from the sale. What is left is yours, and you see the arithmetic before you sign.

## What else you could do

Call your lender first. Asking for a repayment plan, a loan modification or time costs nothing and does not stop you from selling later.

Talk to a HUD-approved housing counselor. It is free: [1-888-995-4673](tel:+18889954673) or [1-800-569-4287](tel:+18005694287).

Be careful with anyone who asks for money up front, or for the deed, in exchange for a rescue. We ask for neither.

A lawyer or legal aid office can tell you whether the notice itself is in order.`,
  }),
  situation({
    slug: "divorce",
    title: "Divorce or Separation",
    summary: "One house and two plans rarely fit together. A sale with one fixed number is one argument fewer.",
    pageTitle: "Selling a house in a divorce or separation",
    description:
      "How a house is sold when two owners part: who must sign, how the money is split, and when waiting or a buy-out is the better way.",
    lead: "The house is often the largest thing two people still share. Agreeing on one number and one date lets both of you get on.",
    body: `## What happens with the house

As long as both names are on the deed, both have to sign a sale. A judge can order one, but that takes longer than agreeing.

The mortgage stays with the person who signed it, whatever a divorce decree says, until it is paid off or refinanced.

How shares are divided depends on your state: in some, what was earned in the marriage is shared equally, in others fairly, which is not always half. Your lawyers settle the shares; a sale only makes them easy to divide.

## What we do

We make one written offer and send the same page to both of you, and to your lawyers if you like.

You need not be in the same room: each of you can meet us, and sign, on your own.

The title company pays the loan and sends each share where the agreement says it goes.

## What else you could do

One of you can keep the house and refinance it alone, buying the other out.

If nothing is urgent, listing with an agent may bring a higher price. You would share the repairs, the showings and the wait.

Some couples keep the house together for a while, until a child finishes school, with the terms in writing.

A mediator costs less than two lawyers and can settle the house before anything is sold.`,
  }),
  situation({
    slug: "inherited-property",
    title: "Inherited Property",
    summary: "A house full of a life, often in another town. Take what matters to you and leave the rest to us.",
    pageTitle: "Selling an inherited house as it stands",
    description:
      "What probate means for the house, what to take and what may stay, and how to sell an inherited property from another town.",
    lead: "You did not ask for a second house, and this one is full of things with a history. There is no need to hurry through them.",
    body: `## What happens after an inheritance

Before a house can be sold, someone must have the right to sign: an executor named by the court, a trustee, or the heirs together.

Taxes, insurance and heating go on in the meantime, and an empty house needs its insurer to know that it is empty.

The house usually counts for tax at its value on the day of death, not at what was paid for it long ago. Ask a tax adviser what that means for you.

## What we do

We can make an offer while probate is still running, so that you know where you stand, and close when you are allowed to sign.

Take the photographs and leave the rest, exactly as it is. We empty the house, and what can be used goes to people who need it.

You do not have to travel: a call is enough to begin, and the title company can arrange signing where you live.

## What else you could do

Keep it and rent it out, if someone nearby can look after it.

Clear it, make the most needed repairs and list it with an agent. It takes more of your time and may bring a higher price.

Sell it to one of the other heirs, at a figure an appraiser has set.

If the estate owes more than it holds, talk to a probate lawyer before you pay anything yourself.`,
  }),
  situation({
    slug: "relocation",
    title: "Need to Move Fast",
    summary: "The new job starts on a date and the old house does not care. You choose the closing day and we keep it.",
    pageTitle: "Moving fast: sell before the new job starts",
    description:
      "How to sell a house on a fixed date because of a job, a posting or a family matter, and how to avoid paying for two homes at once.",
    lead: "When the date is fixed somewhere else, the uncertain part is the house. We make that part certain.",
    body: `## What happens when a move comes first

A house that is listed sells when a buyer, their lender and an inspector agree. Nobody can promise you that day.

Until then you may pay for two homes, and an empty house needs someone to look after it.

Sales often fall through late, at the loan. Without a lender in the deal, that reason is gone.

## What we do

You name the day. We plan the title work backwards from it and tell you at once if the title company needs longer.

If your plans move, so do ours: tell us early and we change the date without a fee.

You can leave what you do not want to carry. The keys can stay with the title company.

## What else you could do

Ask your employer: some pay for moving, for a second rent, or buy the house through a relocation service.

Rent the house out for a year and decide then, if the figures work.

List it with an agent and move anyway. With some savings for two homes, you may get a higher price.

Service members with orders have extra rights with their lender and landlord. Ask your base legal office.`,
  }),
  situation({
    slug: "landlord",
    title: "Tired of Being a Landlord",
    summary: "Late rent, a furnace at midnight, a tenant who will not call back. We buy with the tenants in place.",
    pageTitle: "Tired of being a landlord? Sell with tenants",
    description:
      "Selling a rental with tenants in it: leases, deposits and notice, what we take over, and what to try before you sell.",
    lead: "It was meant to be an income. If it has become a second job, there is a way out that does not begin with an eviction.",
    body: `## What happens to tenants in a sale

A lease goes with the house: the new owner becomes the landlord, on the same terms, until it ends.

Deposits are handed over at closing, with a list of who paid what. The tenants are told in writing whom to pay from then on.

Showing a rented house needs notice each time. One visit is easier on everybody than twenty.

## What we do

We buy with the tenants in place, and we keep to their leases.

We visit once, with notice, and look at the furnace and the roof rather than at the housekeeping.

We take over the deposits, the keys and the calls on the day of closing. Several houses can close together.

## What else you could do

Hire a property manager for a share of the rent. It ends the midnight calls, not the repairs.

Offer the house to the tenants first. They know it, and some have been saving for one.

Wait for the lease to end, repair what shows, and list it empty with an agent, where you may get a higher price.

Ask a tax adviser about depreciation and about exchanging one rental for another before you sell any of them.`,
  }),
];

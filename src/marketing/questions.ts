// The page and the structured data for search engines use the same texts.
import { figures } from "#company/facts.ts";

export type Question = { question: string; answer: string };

export const questions: readonly Question[] = [
  {
    question: "What does this cost me?",
    answer:
      "Nothing. The meeting is free, the offer is free, and there is no commission. We pay the usual closing costs of the sale. You can say no at any point before you sign, and that costs nothing either.",
  },
  {
    question: "How soon do I hear a number?",
    answer: `Within ${figures.offerWithin.value} of our visit, in writing. The offer stands for ten days, so that you can show it to someone you trust.`,
  },
  {
    question: "Will an agent get me a higher price?",
    answer:
      "Quite possibly. An agent finds someone who wants to live in the house; we buy it to repair and resell it, and our offer allows for that. What we offer instead is a fixed price, no repairs, no showings and a date you choose. If a listing suits you better, we will say so.",
  },
  {
    question: "There is a mortgage on it, and maybe a lien. Does that rule it out?",
    answer:
      "No. The title company finds out what is owed, pays it from the sale, and sends you the rest. If more is owed than the house brings, we tell you before you spend any time on it.",
  },
  {
    question: "Do I have to clean or repair anything?",
    answer:
      "No. Take what you want to keep. Leave the rest where it is: the furniture, the attic, the roof that leaks.",
  },
  {
    question: "I am behind on payments. Should I talk to my lender first?",
    answer:
      "Yes, that is fine and often wise. A HUD-approved housing counselor is free, too: call 1-888-995-4673 or 1-800-569-4287. A sale is one way among several, and we will tell you which ones we know of.",
  },
  {
    question: "Who sees what I tell you?",
    answer:
      "Our own staff, and once you accept an offer the title company. We do not sell your details and there are no trackers on this site. The privacy policy says how long we keep what.",
  },
];

// The shipped texts name no state's law, period, place or person. The owner's lawyer has to confirm the privacy policy and the terms.

export const STORY = `{shortName} began with one house. A neighbor had inherited it, lived far away, and had a drawer full of postcards from companies that wanted to buy it by Friday. None of them would say how they had come to their number.

So we sat down at her table and wrote it out: what the houses on her street had sold for, what the roof and the furnace would take, what it would cost us to hold and resell it, and what we needed to earn. She crossed out one line, we agreed that she was right, and she sold. That page is still how we make every offer.

We are not the right answer for every house. If yours shows well and you have the time, an agent may bring you more, and we will tell you so. If it is the other kind of house, or the other kind of year, we are here.`;

export const VALUES = [
  {
    title: "Compassion",
    text: "Nobody sells in a hurry for fun. We ask what happened before we ask about square feet.",
  },
  {
    title: "Transparency",
    text: "Every offer shows how it was worked out: sales nearby, repairs, our costs, our margin.",
  },
  {
    title: "Fair Offers",
    text: "One written number that does not change at the closing table. If it cannot stand, we say so early.",
  },
  {
    title: "Local Expertise",
    text: "We know which streets flood and which roofs are old, because we live here.",
  },
];

export const QUESTIONS = [
  {
    question: "What does this cost me?",
    answer:
      "Nothing. The meeting is free, the offer is free, and there is no commission. We pay the usual closing costs of the sale. You can say no at any point before you sign, and that costs nothing either.",
  },
  {
    question: "How soon do I hear a number?",
    answer:
      "Soon after our visit, in writing. The offer says until when it stands, so that you can show it to someone you trust.",
  },
  {
    question: "Will an agent get me a higher price?",
    answer:
      "Quite possibly. An agent finds someone who wants to live in the house; we buy it to repair and resell it, and our offer allows for that. What we offer instead is a fixed price, no repairs, no showings and a date you choose. If a listing suits you better, we will say so.",
  },
  {
    question: "There is a mortgage on it, and maybe a lien. Does that rule it out?",
    answer:
      "No. The title company finds out what is due, pays it from the sale, and sends you the rest. If more is due than the house brings, we tell you before you spend any time on it.",
  },
  {
    question: "Do I have to clean or repair anything?",
    answer:
      "No. Take what you want to keep. Leave the rest where it is: the furniture, the attic, the roof that leaks.",
  },
  {
    question: "I am behind on payments. Should I talk to my lender first?",
    answer:
      "Yes, that is fine and often wise. A HUD-approved housing counselor is free, too: call [1-888-995-4673](tel:+18889954673) or [1-800-569-4287](tel:+18005694287). A sale is one way among several, and we will tell you which ones we know of.",
  },
  {
    question: "Who sees what I tell you?",
    answer:
      "Our own staff, and once you accept an offer the title company. We do not sell your details and there are no trackers on this site. The [privacy policy](/privacy) says how long we keep what.",
  },
];

export const PRIVACY = `## The short version

We keep what you type into our forms, to meet you and to answer you. We do not sell it or rent it out. There are no advertising trackers on this site, no analytics service and no cookies.

## What we store

When you book a meeting:

- {personDetails};
- {propertyDetails};
- the time and kind of meeting, what becomes of it, the reason you give if you cancel it, and our notes about it;
- what you agree to, and what you stop: the exact text, the time, the way, your internet address and the browser you used. The law asks us to be able to show it.

When you write to us: your name, e-mail address, telephone number if you give one, subject, message, and our notes.

When you ask us to call you: your telephone number, and your name, a good time and the address of the house if you give them.

With all of these: how you found this site, as far as your browser said so. That is the page you came from, the page you landed on, and the campaign named in the link, for your first and your latest visit. If your browser sends the Global Privacy Control or the Do Not Track signal, we keep none of this, only that the signal was sent.

When you follow a short link from one of our postcards or signs, we count that a person did, not who. With one of these signals we do not count it.

When you make an account: your e-mail address, a password that we cannot read (only its hash is stored), and the time of your last sign-in.

We also keep copies of the e-mails we sent you, and count for about a day how often a form is sent from one internet address, to keep robots out. The server’s technical log notes requests and errors, with internet addresses, to keep the site safe. It holds no passwords and no message texts.

## What stays in your browser

These are kept on your own device and are yours to delete in the browser’s settings:

- the look you chose, light or dark;
- how you found the site, until you send it along with a form;
- what you have begun to type into a form, until you close the tab;
- the link to change your meeting, until you close the tab you booked or opened it in;
- if you sign in, the proof that you did.

The booking form asks our server which town your ZIP code belongs to. The server answers and keeps nothing of it.

The map on our contact page is a drawing. Only if you open the live map does your browser ask OpenStreetMap for it, and OpenStreetMap then learns your internet address.

## Why we store it

To hold the meeting you asked for, to make you an offer, to answer you, to remind you the day before, and to know which of our advertisements are worth their money. For nothing else.

## How long

- Bookings and messages: {retention}
- The proof of what you agreed to or stopped, in which words, when and by which channel: until {permissionYears}, even if everything else is deleted before. After a deletion the proof holds no name, e-mail address, number or internet address that can be read, only which browser you used; the same e-mail address or number still finds it. The law asks us to be able to show it.
- Papers of a sale: as long as tax law asks.
- Technical logs: as long as the host keeps them, usually some weeks.

## Who sees it

Our own staff. Once you accept an offer, the title company that handles the closing. The companies that run our server, deliver our e-mail and keep our staff’s calendars, who may not use it for themselves. A court or an authority, where the law leaves us no choice.

The links in our e-mails open your booking without a password, and one of them lets its holder move or cancel the meeting. Share them only with people you trust.

## How we contact you

If you tick the box in the booking form, a person from {name} calls or e-mails you about your property and the meeting. If you ask us to call you, a person answers that one request, even if you had stopped calls before. We send text messages only if you agree to them separately, in a box of their own. We use no recorded voices and no automatic dialing. Agreeing is not a condition of selling to us.

You can take it back at any time, in any reasonable way and in any words: with the link in our e-mails, on the page of your meeting, with STOP in answer to a text message, or by calling or writing to us. We then confirm it once at most. What concerns a meeting that you have booked, such as its confirmation or its cancellation, we still e-mail to you.

Every reminder e-mail also has a link that ends reminders.

## A copy, a correction, a deletion

[Ask for it here](/privacy/request), or write to us or call: {contact}. Say which of these you want; we answer within {requestDays} and charge nothing. To be sure that it is you, we e-mail you a link to confirm the request. It covers what we keep under that e-mail address. The proof of what you agreed to or stopped stays, as it says above.

We do not sell or share personal information in the sense of state privacy laws. This site honors the Global Privacy Control and Do Not Track signals of your browser: with either, how you found us is not kept. If we ever add a service that sells or shares, it will honor them too.

## Children, and changes

This site is for people who own property; it is not meant for children. When we change this text, the new one stands here, and for anything that weighs we ask you again.`;

export const TERMS = `## Who we are

{name} buys houses for its own account, to repair and resell or rent them. We are not your agent, broker, lawyer, lender or adviser. We act for ourselves, and we say so.

## Booking a meeting

A meeting is free and binds you to nothing. The time you book is held for you once you see the confirmation. If you cannot come, tell us; if we cannot, we tell you and offer another time. Times are in our own time zone, named beside them.

Please book only for yourself, or for a person who asked you to, and with details that are true.

## Offers

Nothing on this site is an offer. An offer from us is a signed page that names the property, the price and how it was worked out. It is usually below what a listed sale might bring, because it allows for repairs, our costs and our margin.

You are never obliged to accept. A sale comes about only by a written purchase contract that both sides sign. Have it read by a lawyer if you like; we wait.

## Free, independent advice

If you are behind on payments, a housing counselor approved by the U.S. Department of Housing and Urban Development (HUD) helps you free of charge: [1-888-995-4673](tel:+18889954673) or [1-800-569-4287](tel:+18005694287). Calling your lender first is fine. You need not stop talking to your lender to talk to us.

We take no money in advance, and we do not ask for a deed before closing.

## Figures and letters

Figures on this site describe the past and promise nothing about your sale. Where figures, people or letters are samples, the page says so beside them.

## Being contacted

We call or e-mail you only if you agreed to it or wrote to us first, and send text messages only if you agreed to those. What you agreed to, and how to take it back, stands in the [Privacy Policy](/privacy#how-we-contact-you).

## Using the site

Please do not try to break it, flood it, or read what belongs to other people. Accounts are personal: keep the password to yourself. We may close an account that is misused.

## What we answer for

We keep the site running and its facts right with ordinary care. We cannot promise that it is never down. Nothing here takes away rights that the law in your state gives you. The law of {state} applies.

## Changes and questions

When these terms change, the new ones stand here. For a meeting you have booked, those of the day you booked it count. Ask us anything: {contact}.`;

export const PERMISSION_WORDS = {
  booking:
    "By ticking this box I ask {name} to call or e-mail me about my property and this meeting, using the details above. A person will contact me. Agreeing is not a condition of selling.",
  text: "By ticking this box I ask {name} to send me text messages about my property and this meeting, to the number above. A person writes them. Message frequency varies. Message and data rates may apply. Reply STOP to end them, HELP for help. Agreeing is not a condition of selling.",
  message: "We use what you write here only to answer you: by e-mail, or by phone if you leave your number.",
  callBack:
    "By pressing this button I ask {name} to call me about my house, this once, at the number above. A person calls me. It covers this call only, no text messages and no e-mail, and is not a condition of selling.",
  version: "2026-11",
};

/** The text names tests in test/e2e/visitor/ and src/company/shell/web/contrast.test.ts. */
export const ACCESSIBILITY = `## What we aim for

Everyone should be able to read this site and book a meeting on it: with a keyboard, with a screen reader, with large text, on a small phone. We aim for the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.

## What was tested

The makers of this site test it before each release, with the texts that it is delivered with:

- automatic checks (axe) of every public page, at the size of a phone and of a desktop, in a light and a dark theme, and of the forms for booking, writing and signing in with mistakes in them;
- booking a meeting and writing to us with the keyboard alone;
- that no public page has to be moved sideways, on a screen of 320 pixels, with text of 150 percent on a phone and of 200 percent on a desktop;
- the contrast of text, controls and the mark of the focus with what is behind them, in every color that the site can have;
- that nothing moves for people whose device asks for less motion;
- that buttons, fields and menus are large enough for a thumb.

These were checks by programs. No person with a disability and no outside auditor has tested the site yet, and nobody has read it with a screen reader from beginning to end. The colors that a device puts in place of ours (high contrast) are provided for, but no test checks them.

## What is not as it should be

- The live map on the contact page comes from OpenStreetMap, and we cannot change how it is made. The address stands above it as text.
- The forms need JavaScript, except the one that asks for a call. The other pages can be read without it.
- We know of nothing else. If you find something, it is our mistake.

## If something does not work for you

Tell us: {contact}. Say which page it was and what you wanted to do. A person reads it, helps you in the way that suits you, and sees to it that the page is corrected. You can ask, meet us and sell without this site, too.

If you are not content with our answer, you can write to the U.S. Department of Justice, which looks after the Americans with Disabilities Act: [ada.gov/file-a-complaint](https://www.ada.gov/file-a-complaint/).`;

import { PAGE_ENDS, PAGE_MENUS } from "#company/facts/choices.ts";
import { claim, field, group, list, MARKS, row } from "./form.ts";

/** The page editor leaves out what is not of the page's kind. */
export const PAGE_GROUPS = [
  group("Name and Address", [
    row(
      field("pages.*.town", "Town"),
      field("pages.*.title", "Title", { hint: "In menus and links." }),
      field("pages.*.slug", "Address", { hint: "After {folder}. An old address leads to the new one." }),
    ),
    field("pages.*.pageTitle", "Heading", { hint: "Search results show up to 60 letters." }),
    field("pages.*.description", "Description for search results", { rows: 2, isOneLine: true }),
  ]),
  group("Text", [
    MARKS,
    field("pages.*.lead", "First sentence", { rows: 2, isOneLine: true }),
    field("pages.*.body", "Text", { rows: 16 }),
    field("pages.*.houses", "Houses that you bought there", {
      hint: "One on each line, such as “A brick ranch on Elm Street, 2024”. Ask before you name a house number.",
      optional: true,
      rows: 3,
    }),
    field("pages.*.summary", "Summary", { hint: "On the card of the home page.", rows: 2 }),
    field("pages.*.picture", "picture"),
    field("pages.*.pictureAlt", "What the picture shows", { hint: "For people who do not see it.", optional: true }),
  ]),
  group("Questions", [
    "Questions about this page alone, below its text.",
    list({ list: "pages.*.questions", one: "question", add: "Add a Question" }, [
      field("pages.*.questions.*.question", "Question"),
      field("pages.*.questions.*.answer", "Answer", { rows: 3 }),
    ]),
  ]),
  group("Place and End", [
    row(
      field("pages.*.menu", "Link", { choices: Object.entries(PAGE_MENUS) }),
      field("pages.*.end", "The page ends with", { choices: Object.entries(PAGE_ENDS) }),
    ),
  ]),
  group("On the Site", [
    claim("pages.*.claim", "this page", {
      about: [
        ...(["pages.*.title", "pages.*.summary", "pages.*.pageTitle", "pages.*.description", "pages.*.lead"] as const),
        ...(["pages.*.body", "pages.*.town", "pages.*.houses", "pages.*.questions"] as const),
      ],
    }),
  ]),
];

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FORM_PATHS } from "#inquiries/bookings/facts.ts";
import BookMeetingPage from "./book-meeting-page.tsx";

test("the form asks for every field of a booking", () => {
  const markup = renderToStaticMarkup(createElement(BookMeetingPage));
  expect(FORM_PATHS.filter((path) => !markup.includes(`name="${path}"`))).toEqual([]);
});

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FORM_PATHS } from "#bookings/facts.ts";
import { BookingForm } from "./booking-form.tsx";

test("the form asks for every field of a booking", () => {
  const nothing = () => {};
  const markup = renderToStaticMarkup(
    createElement(BookingForm, {
      chosen: undefined,
      isSubmitting: false,
      refusal: undefined,
      onMeetingType: nothing,
      onSubmit: nothing,
      onChangeTime: nothing,
    }),
  );
  expect(FORM_PATHS.filter((path) => !markup.includes(`name="${path}"`))).toEqual([]);
});

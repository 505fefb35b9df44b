import { refusalsOf } from "#platform/errors.ts";

export const CompanyRefusal = refusalsOf({
  nothing_to_publish: 409,
  not_rendered: 422,
  page_refused: 422,
  last_staff_email: 409,
});

import { AppError, refusalsOf } from "#platform/errors.ts";

export const UserError = refusalsOf({
  email_taken: 409,
  // Registering never refreshes, so the contract's 403 is safe.
  registration_closed: 403,
  last_admin: 409,
  self_change: 409,
  more_duties: 403,
  unconfirmed_account: 409,
});

export function unconfirmedAccount(): AppError {
  const message = "This account may be a stranger's. Set a new password too: it ends all that the account had.";
  return new UserError("unconfirmed_account", message, { fields: { password: message } });
}

export function confirmedByMail(): AppError {
  const message = "This site can send e-mail: the person confirms the address with the link in it.";
  return new AppError("invalid_input", message, { fields: { confirmed: message } });
}

export function userNotFound(): AppError {
  return new AppError("not_found", "User not found");
}

export function emailTaken(): AppError {
  const message = "There is an account with this email already.";
  return new UserError("email_taken", message, { fields: { email: message } });
}

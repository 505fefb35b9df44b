import { company } from "#company/facts.ts";
import { phoneHref } from "#platform/phone.ts";

export const PHONE_LINK = phoneHref(company.phone);

export const EMAIL_LINK = `mailto:${company.email}`;

export const ADDRESS_LINE = `${company.address.street}, ${company.address.city}, ${company.address.state} ${company.address.zipCode}`;

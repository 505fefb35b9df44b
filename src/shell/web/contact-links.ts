import { phoneHref } from "#platform/phone.ts";
import { company } from "#site";

export const PHONE_LINK = phoneHref(company.phone);

export const EMAIL_LINK = `mailto:${company.email}`;

export const ADDRESS_LINE = `${company.address.street}, ${company.address.city}, ${company.address.state} ${company.address.zipCode}`;

import { company } from "#site";

/** The company's number as a link. US numbers are written without their country code on the page. */
export const PHONE_LINK = `tel:+1${company.phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "")}`;

export const EMAIL_LINK = `mailto:${company.email}`;

export const ADDRESS_LINE = `${company.address.street}, ${company.address.city}, ${company.address.state} ${company.address.zipCode}`;

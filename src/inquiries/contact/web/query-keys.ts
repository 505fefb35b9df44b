import { inquiryKeys } from "#inquiries/kinds/web/inquiry-keys.ts";

export const contactKeys = inquiryKeys("contacts");

import { type ImportServices, inquiryImportRoutes } from "#inquiries/kinds/server/inquiry-import.ts";
import { importContactMessages } from "./import-contact-messages.ts";

export function contactImportRoutes(services: ImportServices) {
  return inquiryImportRoutes({ ...services, records: "Contacts", kind: "contact", importLines: importContactMessages });
}

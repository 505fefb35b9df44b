import { type ImportServices, inquiryImportRoutes } from "#inquiries/kinds/server/inquiry-import.ts";
import { importLeads } from "./import-leads.ts";

/** A line is stored as a call: see origin. */
export function leadImportRoutes(services: ImportServices) {
  return inquiryImportRoutes({ ...services, records: "Leads", kind: "call", importLines: importLeads });
}

import { type ImportServices, inquiryImportRoutes } from "#inquiries/kinds/server/inquiry-import.ts";
import { importBookings } from "./import-bookings.ts";

export function bookingImportRoutes(services: ImportServices) {
  return inquiryImportRoutes({ ...services, records: "Bookings", kind: "booking", importLines: importBookings });
}

import type { AdminBooking } from "#bookings/admin.ts";
import { slotLabel } from "#bookings/slots.ts";
import { fromVisitSourceColumns, toLead } from "#leads/server/store.ts";
import type { BookingsTable } from "../table.ts";

/** A row as admins see it. */
export function toAdminBooking(row: BookingsTable): AdminBooking {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    preferredContact: row.preferred_contact,
    propertyAddress: { street: row.street, city: row.city, state: row.state, zipCode: row.zip_code },
    propertyType: row.property_type,
    currentSituation: row.current_situation,
    timeframeToSell: row.timeframe_to_sell,
    ...(row.additional_info !== null && { additionalInfo: row.additional_info }),
    meetingType: row.meeting_type,
    meetingDate: row.meeting_date,
    meetingTime: slotLabel(row.meeting_time),
    status: row.status,
    ...(row.notes !== null && { notes: row.notes }),
    ...(row.cancel_reason !== null && { cancelReason: row.cancel_reason }),
    ...consentOf(row),
    source: fromVisitSourceColumns(row),
    ...toLead(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function consentOf(row: BookingsTable): Pick<AdminBooking, "consent"> {
  if (row.consent_version === null || row.consent_text === null || row.consent_at === null) return {};
  return {
    consent: {
      version: row.consent_version,
      text: row.consent_text,
      at: row.consent_at,
      ...(row.consent_address !== null && { address: row.consent_address }),
      ...(row.consent_user_agent !== null && { userAgent: row.consent_user_agent }),
    },
  };
}

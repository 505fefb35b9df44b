import { Link } from "react-router";

/** Leads from a booking or message to everything about its person. */
export function PersonLink({ email }: { email: string }) {
  return (
    <p className="mt-2 print:hidden">
      <Link to={`/admin/people?email=${encodeURIComponent(email)}`} className="link contact-link wrap-anywhere">
        Person: everything about {email}
      </Link>
    </p>
  );
}

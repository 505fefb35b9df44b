import { Link } from "react-router";

/** Leads from a booking or message to everything about its person. */
export function PersonLink({ email }: { email: string }) {
  return (
    <Link
      to={`/admin/people?email=${encodeURIComponent(email)}`}
      className="link contact-link wrap-anywhere print:hidden"
    >
      Everything about {email}
    </Link>
  );
}

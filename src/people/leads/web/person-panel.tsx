import { Link } from "react-router";

export function PersonLink({ leadId, name }: { leadId: string; name: string }) {
  return (
    <p className="mt-2 print:hidden">
      <Link to={`/admin/people?lead=${leadId}`} className="link contact-link wrap-anywhere">
        Person: everything about {name}
      </Link>
    </p>
  );
}

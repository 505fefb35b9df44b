import { Navigate, useSearchParams } from "react-router";
import { lookUpSchema, type Person } from "#deals/privacy/admin.ts";
import { fullName } from "#inquiries/bookings/booking.ts";
import { ProofPanel } from "#people/permissions/web/proof-panel.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { usePerson } from "./queries.ts";
import { PersonActions, STORED, StoredDetails } from "./stored-details.tsx";

/** Of an address or number that no inquiry came from: an account, a request, a permission. Others have their own page. */
export function LookUp({ email, phone }: { email: string; phone: string }) {
  const [, setParams] = useSearchParams();
  const person = usePerson(email);
  if (person.data?.personId) return <Navigate to={`/admin/people/${person.data.personId}${STORED}`} replace />;
  return (
    <AdminPage
      title={nameOf(person.data) ?? (email || phone || "Person")}
      subtitle={email ? `Everything under ${email}` : "What the site knows about one person"}
      back={{ to: "/admin/people", label: "Back to People" }}
      actions={person.data && <PersonActions key={email} person={person.data} />}
    >
      <div className="grid gap-8">
        <LookUpForm
          key={email || phone}
          who={email || phone}
          onLookUp={(next) => setParams(next.includes("@") ? { email: next } : { phone: next })}
        />
        {email && <LoadState query={person} what="person" fallback="Failed to load the person" />}
        {person.data && <StoredDetails person={person.data} refetch={person.refetch} />}
        {phone && (
          <>
            <p>
              A number may be shared, so that only what was agreed to or stopped for it is shown here. Look up the
              e-mail address for everything about one person.
            </p>
            <ProofPanel person={{ phone }} />
          </>
        )}
      </div>
    </AdminPage>
  );
}

function nameOf(person: Person | undefined): string | undefined {
  const [booking] = person?.bookings ?? [];
  return booking ? fullName(booking) : person?.messages[0]?.name;
}

function LookUpForm({ who, onLookUp }: { who: string; onLookUp: (who: string) => void }) {
  const { register, handleSubmit, formState } = useSchemaForm(lookUpSchema, { defaultValues: { who } });
  return (
    <form
      method="post"
      noValidate
      className="flex max-w-xl flex-wrap items-end gap-3 print:hidden"
      aria-label="Look up a person"
      onSubmit={handleSubmit((found) => onLookUp(found.who))}
    >
      <TextField
        {...register("who")}
        id="person-who"
        error={formState.errors.who?.message}
        label="Email or phone number"
        className="grow basis-72"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" variant="outline">
        Look Up
      </Button>
    </form>
  );
}

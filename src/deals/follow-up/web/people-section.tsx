import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { ROLE_VALUES, ROLES, type Role, shownPlace } from "#people/leads/lead.ts";
import { PresentStage } from "#people/leads/web/log-panel.tsx";
import { versionSchema } from "#platform/version.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Radios } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { Select, SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useDebounced } from "#platform/web/lists/use-list-params.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { presentLead } from "./present-state.tsx";
import { changeRole, joinLead, partLead, useLeads } from "./queries.ts";

const ROLE_OPTIONS = ROLE_VALUES.map((role) => [role, ROLES[role]] as const);

/** Who has a say about the house, in which role. */
export function PeopleSection({ lead }: { lead: AdminLead }) {
  const { _id, person, role, joined = [] } = lead;
  const [isJoining, setJoining] = useState(false);
  const part = useMutation(partLead);
  const section = useRef<HTMLDivElement>(null);
  const partFrom = (id: string) => {
    // The pressed button goes with its row.
    const onSuccess = () => section.current?.querySelector<HTMLElement>("[data-action=join]")?.focus();
    if (!part.isPending) part.mutate({ id }, { onSuccess });
  };
  return (
    <div ref={section}>
      <ul className="panel-list">
        {[{ _id, person, role }, ...joined].map((one) => (
          <li key={one._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Link className="link contact-link wrap-anywhere" to={`/admin/people/${one.person._id}`}>
              {one.person.name}
            </Link>
            <span className="flex flex-wrap items-center gap-2">
              <RoleSelect leadId={one._id} of={one.person.name} role={one.role} />
              {one._id !== _id && (
                <Button
                  variant="quiet"
                  size="compact"
                  aria-label={`Part: ${one.person.name}`}
                  onClick={() => partFrom(one._id)}
                >
                  <Icon name="icon-split" />
                  Part
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="compact" className="mt-2" data-action="join" onClick={() => setJoining(true)}>
        <Icon name="icon-combine" />
        Join Another Lead
      </Button>
      {isJoining && <JoinDialog lead={lead} onClose={() => setJoining(false)} />}
    </div>
  );
}

function RoleSelect({ leadId, of, role }: { leadId: string; of: string; role: Role | undefined }) {
  const { mutate, isPending, variables } = useMutation(changeRole);
  const shown = isPending ? variables.role : role;
  return (
    <Select
      aria-label={`Role of ${of}`}
      className="input-compact"
      emptyLabel="Role not known"
      options={ROLE_OPTIONS}
      value={shown ?? ""}
      onChange={({ target }) => mutate({ id: leadId, role: (target.value || null) as Role | null })}
    />
  );
}

const formSchema = z.object({
  leadId: z.string().check(z.minLength(1, "Please search and choose a lead")),
  role: z.union([z.literal(""), z.enum(ROLE_VALUES)]),
  version: versionSchema,
});

const SHOWN = 6;

function JoinDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const [search, setSearch] = useState(lead.property.street ?? "");
  const [text, type] = useDebounced(search, setSearch);
  const form = useSchemaForm(formSchema, { defaultValues: { leadId: "", role: "", version: lead.version } });
  const submission = useSubmit({
    form,
    prefix: "join",
    mutation: joinLead,
    toVariables: ({ leadId, role, version }) => ({ id: lead._id, leadId, version, ...(role && { role }) }),
    onDone: onClose,
    conflictOf: presentLead,
  });
  const { data } = useLeads(new URLSearchParams({ search, limit: String(SHOWN + 1) }).toString());
  const found = search ? (data?.leads ?? []).filter(({ _id }) => _id !== lead._id).slice(0, SHOWN) : [];
  const chosen = submission.field("leadId");
  return (
    <FormDialog
      title="Join Another Lead"
      submit={{ label: "Join", busyLabel: "Joining..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{shownPlace(lead.property)}</span>}
      conflict={submission.conflict && <PresentStage lead={submission.conflict} />}
      onClose={onClose}
    >
      <p className="text-muted">
        For another person of the same house, such as an heir. Both are one lead from then on; “Part” undoes it.
      </p>
      <TextField
        // Where nothing is found to choose from, a missing choice is told here.
        id={found.length === 0 ? chosen.id : "join-search"}
        error={found.length === 0 ? chosen.error : undefined}
        label="Name, e-mail, phone number or street"
        value={text}
        onChange={({ target }) => {
          form.setValue("leadId", "");
          type(target.value);
        }}
        autoComplete="off"
        data-autofocus=""
      />
      {search && data && found.length === 0 && <p role="status">No other lead found.</p>}
      {found.length > 0 && (
        <Radios
          {...chosen}
          label="Found"
          options={found.map(({ _id, person, property, stage }) => [
            _id,
            `${person.name}, ${shownPlace(property)} (${stage})`,
          ])}
        />
      )}
      <SelectField
        {...submission.field("role")}
        label="Their role"
        optional
        emptyLabel="Not known"
        options={ROLE_OPTIONS}
      />
    </FormDialog>
  );
}

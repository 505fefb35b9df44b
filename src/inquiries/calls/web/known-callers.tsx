import { useEffect } from "react";
import { type Caller, isCompletePhone } from "#inquiries/calls/call.ts";
import { BELONGS_TO_COLLEAGUE } from "#people/leads/errors.ts";
import { placeOf } from "#people/leads/lead.ts";
import { StaffEmail, StaffPhone, StopMarks } from "#people/permissions/web/contact-panel.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useKnownCallers } from "./queries.ts";

type Props = {
  phone: string;
  email: string;
  personId: string;
  /** `caller` is undefined for another person. */
  onChoose: (caller: Caller | undefined, lead?: Caller["leads"][number]) => void;
};

/** Only the person with the typed e-mail address is chosen automatically. */
export function KnownCallers({ phone, email, personId, onChoose }: Props) {
  const { data, isFetching } = useKnownCallers({ phone, email });
  const callers = data?.callers ?? [];
  const count = callers.length;
  // After another number is typed, the call must not join a person who is no longer shown.
  const isOutdated = personId !== "" && !isFetching && !callers.some(({ _id }) => _id === personId);
  useEffect(() => {
    if (isOutdated) onChoose(undefined);
  }, [isOutdated, onChoose]);
  return (
    <div className={count > 0 || data?.stopped || data?.belongsToColleague ? "grid gap-3" : "sr-only"}>
      <p role="status" className="text-muted">
        {count > 0 && `${count === 1 ? "One person is" : `${count} people are`} known by ${matchedBy(phone, email)}.`}
        {data?.belongsToColleague && ` ${BELONGS_TO_COLLEAGUE}`}
        {data?.stopped && (
          <>
            {" "}
            Asked us to stop:
            <StopMarks stopped={data.stopped} />
          </>
        )}
      </p>
      {count > 0 && (
        <ul className="panel-list">
          {callers.map((caller) => (
            <KnownCaller
              key={caller._id}
              caller={caller}
              isChosen={caller._id === personId || (personId === "" && caller.isSameEmail)}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type CallerProps = { caller: Caller; isChosen: boolean; onChoose: Props["onChoose"] };

function KnownCaller({ caller, isChosen, onChoose }: CallerProps) {
  const { name, phone, email, isSameEmail, stopped, leads } = caller;
  return (
    <li>
      <p className="wrap-anywhere">
        <strong>{name}</strong> {phone && <StaffPhone phone={phone} stopped={stopped} />}{" "}
        {email && <StaffEmail email={email} stopped={stopped} />}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {isChosen ? (
          <>
            <span className="inline-flex items-center gap-1.5 font-semibold">
              <Icon name="icon-user-round-check" />
              {isSameEmail ? "The call is theirs: it is their e-mail address." : "The call is theirs."}
            </span>
            {!isSameEmail && (
              <Button variant="outline" size="compact" onClick={() => onChoose(undefined)}>
                Not them<span className="sr-only">: {name}</span>
              </Button>
            )}
          </>
        ) : (
          <Button variant="outline" size="compact" onClick={() => onChoose(caller)}>
            It is them<span className="sr-only">: {name}</span>
          </Button>
        )}
        {leads.map((lead) => {
          const place = placeOf(lead.property);
          return (
            place && (
              <Button key={lead._id} variant="outline" size="compact" onClick={() => onChoose(caller, lead)}>
                <span className="wrap-anywhere text-left">
                  About {place} ({lead.stage})
                </span>
              </Button>
            )
          );
        })}
      </div>
    </li>
  );
}

function matchedBy(phone: string, email: string): string {
  return [isCompletePhone(phone) && "this number", email && "this e-mail address"].filter(Boolean).join(" or ");
}

import { Ban, Check, CircleHelp, type LucideIcon } from "lucide-react";
import { useState } from "react";
import {
  CHANNEL_LABELS,
  CHANNELS,
  type PermissionAction,
  type PermissionState,
  type PersonQuery,
} from "#permissions/permission.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { usePermissionState } from "./queries.ts";
import { StopDialog } from "./stop-dialog.tsx";

const SHOWN: Record<PermissionAction, { label: string; tone: "ok" | "danger" | "outline"; Icon: LucideIcon }> = {
  given: { label: "allowed", tone: "ok", Icon: Check },
  revoked: { label: "stopped", tone: "danger", Icon: Ban },
  unknown: { label: "no permission recorded", tone: "outline", Icon: CircleHelp },
};

type Props = { person: PersonQuery; of: string };

/** What a person allows now, and one press to stop something. */
export function PermissionsPanel({ person, of }: Props) {
  const query = usePermissionState(person);
  return (
    <>
      <LoadState query={query} what="the permissions" fallback="Failed to load the permissions" />
      {query.isPending && <Skeleton className="h-8 w-full" />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {query.data && <PermissionBadges state={query.data} />}
        <StopButton person={person} of={of} />
      </div>
    </>
  );
}

export function StopButton({ person, of }: Props) {
  const [isStopping, setIsStopping] = useState(false);
  return (
    <>
      <Button variant="outline" size="compact" className="print:hidden" onClick={() => setIsStopping(true)}>
        <Ban size={18} aria-hidden="true" />
        Record a Stop
      </Button>
      {isStopping && <StopDialog person={person} of={of} onClose={() => setIsStopping(false)} />}
    </>
  );
}

export function PermissionBadges({ state }: { state: PermissionState }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {CHANNELS.map((channel) => {
        const { label, tone, Icon } = SHOWN[state[channel]];
        return (
          <li key={channel}>
            <Badge tone={tone} Icon={Icon}>
              {CHANNEL_LABELS[channel]}: {label}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

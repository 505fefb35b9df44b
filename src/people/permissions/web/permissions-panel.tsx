import { useState } from "react";
import { CHANNEL_LABELS, CHANNELS } from "#people/permissions/channels.ts";
import type { PermissionAction, PermissionState, PersonQuery } from "#people/permissions/permission.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon, type IconName } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { usePermissionState } from "./queries.ts";
import { StopDialog } from "./stop-dialog.tsx";

const SHOWN: Record<PermissionAction, { label: string; tone: "ok" | "danger" | "outline"; icon: IconName }> = {
  given: { label: "allowed", tone: "ok", icon: "icon-check" },
  revoked: { label: "stopped", tone: "danger", icon: "icon-ban" },
  unknown: { label: "no permission recorded", tone: "outline", icon: "icon-circle-help" },
};

type Props = { person: PersonQuery; of: string };

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
        <Icon name="icon-ban" />
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
        const { label, tone, icon } = SHOWN[state[channel]];
        return (
          <li key={channel}>
            <Badge tone={tone} icon={icon}>
              {CHANNEL_LABELS[channel]}: {label}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

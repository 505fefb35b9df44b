import type { IncomingHttpHeaders } from "node:http";

const MAX_USER_AGENT_LENGTH = 500;

export function visitorOf({ ip, headers }: { ip: string; headers: IncomingHttpHeaders }): {
  address: string;
  userAgent: string | undefined;
} {
  return { address: ip, userAgent: headers["user-agent"]?.slice(0, MAX_USER_AGENT_LENGTH) };
}

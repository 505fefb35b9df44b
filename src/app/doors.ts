import { accounts } from "#accounts/server.ts";
import { company } from "#company/server.ts";
import { deals } from "#deals/server.ts";
import { delivery } from "#delivery/server.ts";
import { inquiries } from "#inquiries/server.ts";
import { operation } from "#operation/server.ts";
import { people } from "#people/server.ts";
import { site } from "#site/server.ts";

export const DOORS = [accounts, operation, inquiries, people, deals, delivery, company, site] as const;

import { isConfirmed, isShown } from "#company/facts/claims.ts";
import type { Facts, Person } from "#company/facts/schema.ts";

/** The contact person, or else the first one who has a portrait. Nobody unless the owner has confirmed the person. */
export function faceOf({ claims, company, team }: Facts): { person: Person; isContact: boolean } | undefined {
  const contact = isShown(claims.contactPerson) ? named(company.contactPerson, team) : undefined;
  const isFace = ({ claim, portrait }: Person) => isConfirmed(claim) && portrait !== null;
  const person = contact && isFace(contact) ? contact : team.find(isFace);
  return person && { person, isContact: person === contact };
}

/** "Dana" is Dana Whitfield, unless another Dana works here. */
function named(contact: string, team: readonly Person[]): Person | undefined {
  const name = contact.toLowerCase();
  const exact = team.find((person) => person.name.toLowerCase() === name);
  const [first, ...others] = team.filter((person) => person.name.toLowerCase().startsWith(`${name} `));
  return exact ?? (others.length === 0 ? first : undefined);
}

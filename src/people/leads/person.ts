// A person is one e-mail address, or without one a phone number. Staff may merge people, which can be undone.
export type Person = {
  id: string;
  /** The person that this one was merged into, at the end of the chain; its own id without a merge. */
  rootId: string;
  mergedInto?: string | undefined;
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  version: number;
  createdAt: string;
  updatedAt: string;
};

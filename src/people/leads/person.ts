export type Person = {
  id: string;
  rootId: string;
  mergedInto?: string | undefined;
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  version: number;
  createdAt: string;
  updatedAt: string;
};

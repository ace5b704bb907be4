/** The optional parts of an application. */
export type PartName = 'auth' | 'database';

/** A part. scripts/template/parts.mjs knows which code of the application belongs to it. */
export interface Part {
  readonly name: PartName;
  /** Its name in the question. */
  readonly title: string;
  /** Parts that this part needs. */
  readonly requires: readonly PartName[];
  /** Entries of package.json that only this part needs. */
  readonly packages: readonly string[];
}

/** The parts; each comes after the parts that it requires. */
export const parts: readonly Part[] = [
  {
    name: 'database',
    title: 'database',
    requires: [],
    packages: ['@faker-js/faker', '@taproot/database'],
  },
  {
    name: 'auth',
    title: 'users, login and tokens',
    requires: ['database'],
    packages: ['@taproot/auth'],
  },
];

/** The chosen parts and the parts that they require, in the order of the list. */
export const withRequired = (chosen: Iterable<PartName>): PartName[] => {
  const wanted = new Set(chosen);
  for (const { name, requires } of parts.toReversed()) {
    if (wanted.has(name)) for (const required of requires) wanted.add(required);
  }
  return parts.map(({ name }) => name).filter((name) => wanted.has(name));
};

/** Whether `name` is a part. */
export const isPart = (name: string): name is PartName => parts.some((part) => part.name === name);

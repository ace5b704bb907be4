/** What may be left out of an application. */
export type PartName = 'auth' | 'database';

/** A part, and what leaves with it. Its lines in other files are marked there; see `strip-parts.ts`. */
export interface Part {
  readonly name: PartName;
  /** What the question calls it. */
  readonly title: string;
  /** Parts it cannot be without. */
  readonly requires: readonly PartName[];
  /** Entries of package.json that are there for it alone. */
  readonly packages: readonly string[];
  /** Files and folders of the skeleton that are there for it alone; a folder ends in `/`. */
  readonly files: readonly string[];
}

/**
 * The parts, each after those it requires. Where the skeleton has a file that differs without a part, the other version
 * lies in `without/<part>/`, and takes its place when the part is left out.
 */
export const parts: readonly Part[] = [
  {
    name: 'database',
    title: 'database (SQLite to begin with)',
    requires: [],
    packages: ['@taproot/database'],
    files: ['config/database.ts', 'database/', 'app/posts/tables.ts'],
  },
  {
    name: 'auth',
    title: 'users, login and tokens',
    requires: ['database'],
    packages: ['@taproot/auth'],
    files: [
      'config/auth.ts',
      'bootstrap/policies.ts',
      'app/policies/',
      'app/users/',
      'app/http/controllers/auth-controller.ts',
      'app/http/requests/log-in.ts',
      'app/http/requests/register.ts',
      'database/migrations/20260101000001_create_users.ts',
      'tests/auth.test.ts',
    ],
  },
];

/** The chosen parts with all that they require, in the order of the list. */
export const withRequired = (chosen: Iterable<PartName>): PartName[] => {
  const wanted = new Set(chosen);
  for (const { name, requires } of parts.toReversed()) {
    if (wanted.has(name)) for (const required of requires) wanted.add(required);
  }
  return parts.map(({ name }) => name).filter((name) => wanted.has(name));
};

/** Whether `name` is a part. */
export const isPart = (name: string): name is PartName => parts.some((part) => part.name === name);

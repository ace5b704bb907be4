import { plural } from './plural.ts';

/** One column of a generated migration: its type, the helper to import for it, and the code after the type. */
interface Guess {
  readonly type: string;
  readonly helper: string | null;
  readonly build: (column: string) => string;
}

const none = (): string => '';

// The first pattern that matches wins.
const guesses: readonly (readonly [RegExp, Guess])[] = [
  [
    /._id$/,
    {
      type: "'integer'",
      helper: null,
      build: (column) => `, (id) => id.references('${plural(column.slice(0, -3))}.id').onDelete('cascade')`,
    },
  ],
  [/._at$/, { type: 'timestamp()', helper: 'timestamp', build: none }],
  [/(?:^|_)(?:date|day|birthday)$|._on$/, { type: "'date'", helper: null, build: none }],
  [
    /^(?:is|has|can)_/,
    { type: "'boolean'", helper: null, build: (column) => `, (${column}) => ${column}.notNull().defaultTo(false)` },
  ],
  [/(?:^|_)(?:price|total|amount|balance|cost)$/, { type: 'decimal(10, 2)', helper: 'decimal', build: none }],
  [/(?:^|_)(?:count|number|position|size|age|year)$/, { type: "'integer'", helper: null, build: none }],
  [/(?:^|_)(?:body|content|description|text|notes)$/, { type: 'text()', helper: 'text', build: none }],
  [/(?:^|_)(?:data|meta|options|settings)$/, { type: 'json()', helper: 'json', build: none }],
];

const string: Guess = { type: "'varchar(255)'", helper: null, build: none };

const guess = (column: string): Guess => guesses.find(([name]) => name.test(column))?.[1] ?? string;

// A development server migrates as soon as a file appears, before the developer has written a line.
const draft = `
// Remove this line when the migration is written. Until then it does not run.
export const draft = true;
`;

const table = (name: string): string => `import { increments, type MigrationDb, timestamps } from '@taproot/database';
${draft}
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('${name}')
    .addColumn('id', increments())
    .addColumn('name', 'varchar(255)', (name) => name.notNull())
    .$call(timestamps)
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('${name}').execute();
};
`;

/** The types of columns are guesses from their names. The draft lets the developer correct them. */
const columns = (name: string, added: readonly string[], isAdded: boolean): string => {
  const helpers = added.flatMap((column) => guess(column).helper ?? []);
  const imports = [...new Set(['dropColumns', 'type MigrationDb', ...helpers])].sort(byName).join(', ');
  // One statement for each column, because SQLite adds only one column in a statement.
  const add = added.map((column) => addColumn(name, column)).join('\n  ');
  const drop = `await dropColumns(db, '${name}', ${added.map((column) => `'${column}'`).join(', ')});`;
  return `import { ${imports} } from '@taproot/database';
${draft}
export const up = async (db: MigrationDb): Promise<void> => {
  ${isAdded ? add : drop}
};

export const down = async (db: MigrationDb): Promise<void> => {
  ${isAdded ? drop : add}
};
`;
};

const addColumn = (table: string, column: string): string => {
  const { type, build } = guess(column);
  return `await db.schema.alterTable('${table}').addColumn('${column}', ${type}${build(column)}).execute();`;
};

const byName = (a: string, b: string): number => bare(a).localeCompare(bare(b));
const bare = (name: string): string => name.replace('type ', '');

// All statements are comments, because the name does not say what changes.
const change = (): string => `import type { MigrationDb } from '@taproot/database';
${draft}
export const up = async (_db: MigrationDb): Promise<void> => {
  // Rename _db to db and write the change, for example:
  // await db.schema.alterTable('posts').renameColumn('name', 'title').execute();
};

export const down = async (_db: MigrationDb): Promise<void> => {
  // await db.schema.alterTable('posts').renameColumn('title', 'name').execute();
};
`;

/**
 * The source of a new migration: a table for `create_posts`, columns for `add_role_to_users` and `drop_role_from_users`
 * (several with `_and_`), otherwise an empty change that you fill in.
 */
export const migrationStub = (name: string): string => {
  const created = /^create_(.+?)(?:_table)?$/.exec(name)?.[1];
  if (created !== undefined) return table(created);
  const [, verb, list, changed] =
    /^(add|drop|remove)_([^]+)_(?:to|from|in|on)_([^]+)$/.exec(name.replace(/_table$/, '')) ?? [];
  if (verb === undefined || list === undefined || changed === undefined) return change();
  return columns(changed, list.split('_and_').filter(Boolean), verb === 'add');
};

/** A column as the database describes it. */
export interface KnownColumn {
  readonly name: string;
  readonly dataType: string;
  readonly isNullable: boolean;
  readonly hasDefaultValue: boolean;
  readonly isAutoIncrementing: boolean;
}

// The name of a column comes first, because it says more than the type. `sequence` is for values that must differ.
const byName: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/e_?mail/, '`user${sequence}@example.com`'],
  [/slug/, '`${faker.lorem.slug()}-${sequence}`'],
  [/password/, "'*'"],
  [/first_name/, 'faker.person.firstName()'],
  [/last_name/, 'faker.person.lastName()'],
  [/^(?:full_)?name$/, 'faker.person.fullName()'],
  [/title|subject/, 'faker.lorem.sentence()'],
  [/body|text|description|content/, 'faker.lorem.paragraph()'],
  [/phone/, 'faker.phone.number()'],
  [/url|link/, 'faker.internet.url()'],
  [/city/, 'faker.location.city()'],
  [/country/, 'faker.location.country()'],
];

const byType: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/bool|tinyint/, 'true'],
  [/decimal|numeric/, "'10.00'"],
  [/double|float|real/, 'faker.number.float({ max: 1000 })'],
  [/int|serial/, 'faker.number.int({ max: 1000 })'],
  [/timestamp|datetime/, 'new Date()'],
  [/date/, "'2026-01-31'"],
  [/json/, "'{}'"],
  [/uuid/, 'faker.string.uuid()'],
  [/blob|bytea|binary/, 'Buffer.of()'],
];

const valueOf = ({ name, dataType }: KnownColumn): string => {
  const typed = byType.find(([pattern]) => pattern.test(dataType.toLowerCase()))?.[1];
  return typed ?? byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'faker.lorem.words(3)';
};

const needsValue = ({ isNullable, hasDefaultValue, isAutoIncrementing }: KnownColumn): boolean =>
  !isNullable && !hasDefaultValue && !isAutoIncrementing;

/** The content of the file of a factory. */
export interface FactoryPlan {
  readonly name: string;
  readonly table: string;
  /** Null if they are unknown: the file then has a comment in their place. */
  readonly columns: readonly KnownColumn[] | null;
  /** Whether there is a factory of these rows, such as `user`. */
  readonly hasFactory: (noun: string) => boolean;
}

/** The file of a factory of these rows, such as `blog_post`. */
export const fileOf = (noun: string): string => `${noun.replaceAll('_', '-')}-factory.ts`;

const factoryOf = (noun: string): string =>
  `${noun.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())}Factory`;

/** `author_id` refers to a row. A made-up number would not be the key of any row. */
const refersTo = ({ name, dataType }: KnownColumn): string | null =>
  /int|serial|uuid|char/.test(dataType.toLowerCase()) ? (/^(\w+)_id$/.exec(name)?.[1] ?? null) : null;

/** The file of a factory. Parents without a factory become a comment; the file does not compile until they have one. */
export const factoryStub = ({ name, table, columns, hasFactory }: FactoryPlan): string => {
  const needed = columns?.filter(needsValue) ?? [];
  const parents = needed.flatMap((column) => {
    const noun = refersTo(column);
    return noun === null ? [] : [{ noun, line: `${column.name}: ${factoryOf(noun)}` }];
  });
  const known = parents.filter(({ noun }) => hasFactory(noun));
  const unknown = parents.filter(({ noun }) => !hasFactory(noun));
  const lines =
    columns === null
      ? ['    // The columns that need a value, for example:', '    // name: faker.person.fullName(),']
      : needed.filter((column) => refersTo(column) === null).map((column) => `    ${column.name}: ${valueOf(column)},`);
  const body = lines.join('\n');
  const imports = known.map(({ noun }) => `import { ${factoryOf(noun)} } from './${fileOf(noun)}';\n`);
  const members = [
    ...(unknown.length === 0
      ? []
      : [
          '  // Write these factories, import them, and move the columns to `parents`:',
          `  // parents: { ${unknown.map(({ line }) => line).join(', ')} },`,
        ]),
    ...(known.length === 0 ? [] : [`  parents: { ${known.map(({ line }) => line).join(', ')} },`]),
  ];
  return `import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
${[...new Set(imports)].join('')}
/** Rows of \`${table}\`, for tests and seeders. */
export const ${name} = defineFactory('${table}', {
  random: faker,
  row: (${body.includes('${sequence}') ? '{ sequence }' : ''}) => ({
${body}
  }),
${members.map((member) => `${member}\n`).join('')}});
`;
};

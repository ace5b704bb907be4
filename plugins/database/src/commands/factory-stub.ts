/** A column as the database describes it. */
export interface KnownColumn {
  readonly name: string;
  readonly dataType: string;
  readonly isNullable: boolean;
  readonly hasDefaultValue: boolean;
  readonly isAutoIncrementing: boolean;
}

// By the name first: it says more than the type. `sequence` where values have to differ.
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

/** The file of a factory. With `columns` null, it has room for them. */
export const factoryStub = (name: string, table: string, columns: readonly KnownColumn[] | null): string => {
  const lines = columns?.filter(needsValue).map((column) => `    ${column.name}: ${valueOf(column)},`) ?? [
    '    // The columns that need a value, for example:',
    '    // name: faker.person.fullName(),',
  ];
  const body = lines.join('\n');
  const context = body.includes('${sequence}') ? '{ sequence }' : '';
  return `import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';

/** Rows of \`${table}\`, for tests and seeders. */
export const ${name} = defineFactory('${table}', {
  random: faker,
  row: (${context}) => ({
${body}
  }),
});
`;
};

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { factsOf } from './facts-of.ts';
import { type Reason, reasons } from './reasons.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const readJson = async <Value>(...path: readonly string[]): Promise<Value> =>
  JSON.parse(await readFile(join(root, ...path), 'utf8')) as Value;

export type Facts = Readonly<Record<string, readonly string[]>>;

/** A fact of an operation that only one of the two documents has. */
export interface Difference {
  readonly operation: string;
  readonly fact: string;
  readonly only: Reason['only'];
}

/** The facts of the API document of RealWorld, version 2.0.0 (MIT License), by `factsOf()`. */
export const publishedFacts = (): Promise<Facts> => readJson('tests', 'openapi', 'realworld', 'facts.json');

export const factsOfConduit = async (): Promise<Facts> =>
  factsOf(await readJson('examples', 'conduit', 'api', 'openapi.json'), '/api');

export const differences = (published: Facts, ours: Facts): Difference[] =>
  Object.keys({ ...published, ...ours }).flatMap((operation) => {
    const [there = [], here = []] = [published[operation], ours[operation]];
    const rows = (facts: readonly string[], others: readonly string[], only: Reason['only']): Difference[] =>
      facts.filter((fact) => !others.includes(fact)).map((fact) => ({ operation, fact, only }));
    return [...rows(there, here, 'realworld'), ...rows(here, there, 'conduit')];
  });

export const explains = (row: Difference, { operations, fact, only }: Reason): boolean =>
  only === row.only && operations.test(row.operation) && fact.test(row.fact);

/** Reasons with the number of differences that each explains, as a table of Markdown. */
export const reasonTable = (rows: readonly Difference[]): string => {
  const lines = reasons.map((reason) => {
    const own = rows.filter((row) => explains(row, reason));
    const facts = [...new Set(own.map(({ fact }) => `\`${fact}\``))].join(', ');
    return `| ${facts} | ${reason.only === 'conduit' ? 'Conduit' : 'RealWorld'} | ${own.length} | ${reason.reason} |`;
  });
  return ['| Fact | Only in | Differences | Why |', '|---|---|---|---|', ...lines].join('\n');
};

/** Every difference with its reason, as a table of Markdown. */
export const differenceTable = (rows: readonly Difference[]): string => {
  const lines = rows.map((row) => {
    const here = row.only === 'conduit';
    const why = reasons.find((reason) => explains(row, reason))?.reason ?? 'no reason';
    return `| ${row.operation} | ${row.fact} | ${here ? 'yes' : 'no'} | ${here ? 'no' : 'yes'} | ${why} |`;
  });
  return ['| Operation | Fact | Conduit | RealWorld | Why |', '|---|---|---|---|---|', ...lines].join('\n');
};

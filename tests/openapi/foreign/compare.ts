// Holds an OpenAPI document against facts.json: node --import tsx compare.ts openapi.json [gaps.json] [--json]
// gaps.json is what `npx taproot openapi:gaps --routes` prints.
import { readFileSync } from 'node:fs';
import { type Atom, atomsOf, type Kind, type Verdict } from './atoms.ts';
import type { Operation, Schema } from './facts/dsl.ts';

interface Gap {
  code: string;
  message: string;
  place?: { file: string; line: number };
}

interface RouteGaps {
  method: string;
  path: string;
  gaps: Gap[];
}

const read = (file: string | URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

const [documentFile, gapsFile] = process.argv.slice(2).filter((given) => !given.startsWith('--'));
if (documentFile === undefined) throw new Error('Name a document: node --import tsx compare.ts openapi.json gaps.json');

const operations = read(new URL('facts.json', import.meta.url)) as Operation[];
const document = read(documentFile) as Schema;

const gapsOf = new Map<string, Gap[]>();
for (const { method, path, gaps } of gapsFile === undefined ? [] : (read(gapsFile) as { routes: RouteGaps[] }).routes) {
  const plain = path.replaceAll(/\{(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\*?\}/g, '{$1}');
  const optional = /^(.*)\/\{(\w+)\?\}$/.exec(plain);
  for (const one of optional === null ? [plain] : [optional[1], `${optional[1]}/{${optional[2]}}`]) {
    for (const name of method.split('|')) gapsOf.set(`${name} ${one}`, gaps);
  }
}

const atoms = operations.flatMap((operation) => atomsOf(operation, document));
const told = (atom: Atom): boolean => (gapsOf.get(atom.operation) ?? []).length > 0;

const kinds: Kind[] = [
  'paths',
  'statuses',
  'reply schemas',
  'bodies',
  'parameters',
  'headers',
  'security',
  'summaries',
];
const verdicts: Verdict[] = ['right', 'wrong', 'missing', 'vague'];

const rows = [...kinds, null].map((kind) => {
  const of = atoms.filter((atom) => kind === null || atom.kind === kind);
  const counts = verdicts.map((verdict) => of.filter((atom) => atom.verdict === verdict).length);
  const holes = of.filter((atom) => atom.verdict === 'missing' || atom.verdict === 'vague');
  const wrong = of.filter((atom) => atom.verdict === 'wrong');
  return [
    kind ?? 'all',
    ...counts,
    holes.filter(told).length,
    holes.filter((atom) => !told(atom)).length,
    wrong.filter((atom) => !told(atom)).length,
  ];
});

const bad = atoms.filter((atom) => atom.verdict !== 'right');
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify(
      bad.map((atom) => ({ ...atom, gap: told(atom) })),
      null,
      1,
    ),
  );
} else {
  console.log('| kind | right | wrong | missing | vague | holes with a gap | holes without | wrong without a gap |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  const complete = operations.filter(
    ({ method, path }) => !bad.some(({ operation }) => operation === `${method} ${path}`),
  ).length;
  console.log(`\n${complete} of ${operations.length} operations are right in everything.\n`);
  for (const atom of bad) {
    console.log(
      `${atom.verdict.padEnd(7)} ${told(atom) ? 'gap ' : 'mute'} ${atom.operation} | ${atom.kind}: ${atom.fact}${atom.says === '' ? '' : ` | says ${atom.says}`}`,
    );
  }
}

// Holds an OpenAPI document against the facts: node --import tsx compare.ts openapi.json [gaps.json]
// gaps.json is what `npx taproot openapi:gaps --routes` prints.
import { readFileSync } from 'node:fs';
import { operations, type Schema } from './facts/index.ts';
import { judge, type RouteGaps } from './judge.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const [documentFile, gapsFile] = process.argv.slice(2);
if (documentFile === undefined) throw new Error('Name a document: node --import tsx compare.ts openapi.json gaps.json');

const routes = gapsFile === undefined ? [] : (read(gapsFile) as { readonly routes: readonly RouteGaps[] }).routes;
const { bad, rows, wholeOperations } = judge(read(documentFile) as Schema, routes);

console.log('| kind | right | wrong | missing | vague | holes with a gap | holes without | wrong without a gap |');
console.log('|---|---|---|---|---|---|---|---|');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
console.log(`\n${wholeOperations} of ${operations.length} operations are right in everything.\n`);
for (const { verdict, isTold, operation, kind, fact, says } of bad)
  console.log(
    `${verdict.padEnd(7)} ${isTold ? 'gap ' : 'mute'} ${operation} | ${kind}: ${fact}${says === '' ? '' : ` | says ${says}`}`,
  );

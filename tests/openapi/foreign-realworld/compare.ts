// Holds the documents of both applications against the one of RealWorld: node --import tsx compare.ts
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Facts, factsOf, type Part, parts } from './facts.ts';
import { boot as functional } from './functional/bootstrap/app.ts';
import { boot as injected } from './injected/bootstrap/app.ts';
import { type Json, jsonSchemaOf, objectOf, operationsOf, published } from './published.ts';
import { type Difference, reasons } from './reasons.ts';
import { type Answer, runScenario } from './scenario.ts';

type App = Difference['app'];

const taproot = new URL('../../../node_modules/.bin/taproot', import.meta.url).pathname;

interface Gap {
  readonly code: string;
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: number };
}

interface Written {
  readonly document: Json;
  /** Gaps by operation, as `POST /users`. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}

const run = (app: App, ...command: readonly string[]): string => {
  const cwd = new URL(`${app}/`, import.meta.url).pathname;
  const env = { ...process.env, APP_ENV: 'testing' };
  const { stdout, stderr } = spawnSync(taproot, command, { cwd, env, encoding: 'utf8' });
  if (stdout === '') throw new Error(`taproot ${command.join(' ')} failed: ${stderr}`);
  return stdout.trim();
};

const writtenBy = (app: App): Written => {
  console.log(`${app}: ${run(app, 'openapi:write')}\n${run(app, 'openapi:gaps')}`);
  const { routes } = JSON.parse(run(app, 'openapi:gaps', '--routes')) as {
    routes: { method: string; path: string; gaps: Gap[] }[];
  };
  const gaps = routes.flatMap(({ method, path, gaps }) =>
    method.split('|').map((one) => [`${one} ${path.replace('/api', '').replace(/:[^}]+\}/, '}')}`, gaps] as const),
  );
  const file = new URL(`${app}/api/openapi.json`, import.meta.url);
  return { document: JSON.parse(readFileSync(file, 'utf8')) as Json, gaps: new Map(gaps) };
};

/** Whether a reply or a body is there, but says nothing of its members. */
const isSilent = (facts: ReadonlyMap<string, string>, at: string): boolean =>
  ![...facts.keys()].some((name) => name.startsWith(`${at} `));

const holderOf = (part: Part, name: string): string => (part === 'body' ? 'body' : (name.split(' ')[0] ?? ''));

/** Differences, with one for a whole body or reply where ours says nothing of it. */
const differencesOf = (app: App, operation: string, theirs: Facts, ours: Facts, met: ReadonlySet<string>) =>
  parts.flatMap((part): Difference[] => {
    const names = new Set([...theirs[part].keys(), ...ours[part].keys()]);
    const silent = new Map<string, number>();
    const found = [...names].flatMap((name): Difference[] => {
      const [there, here] = [theirs[part].get(name), ours[part].get(name)];
      if (there === here) return [];
      const holder = holderOf(part, name);
      if (part === 'replies') {
        if (!ours.statuses.has(holder) || !theirs.statuses.has(holder)) return [];
        if (isSilent(ours.replies, holder)) {
          silent.set(holder, (silent.get(holder) ?? 0) + 1);
          return [];
        }
      }
      if (part === 'body' && name !== 'body' && !ours.body.has('body')) return [];
      return [{ app, operation, part, name, theirs: there, ours: here, met: met.has(`${operation} ${holder}`) }];
    });
    const whole = [...silent].map(
      ([holder, members]): Difference => ({
        app,
        operation,
        part,
        name: holder,
        theirs: `${members} members`,
        ours: undefined,
        met: met.has(`${operation} ${holder}`),
      }),
    );
    return [...found, ...whole];
  });

/** Real answers that the document does not allow, and bodies that were accepted although it forbids them. */
const breachesOf = (document: Json, answers: readonly Answer[]): ReadonlySet<string> => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'ours' });
  const operations = operationsOf(document, '/api');
  const check = (schema: unknown, value: unknown): string => {
    if (schema === undefined) return '';
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"ours#/')) as AnySchema;
    return ajv.validate(absolute, value) ? '' : ajv.errorsText(ajv.errors);
  };
  return new Set(
    answers.flatMap(({ operation, status, body, sent }) => {
      const said = objectOf(operations.get(operation));
      const reply = check(jsonSchemaOf(objectOf(said['responses'])[status] ?? {}, document), body);
      const request =
        status < 300 && sent !== undefined ? check(jsonSchemaOf(said['requestBody'], document), sent) : '';
      return [
        ...(reply === '' ? [] : [`${operation} ${status}: the document forbids this answer: ${reply}`]),
        ...(request === '' ? [] : [`${operation}: the document forbids a body that was accepted: ${request}`]),
      ];
    }),
  );
};

const whyOf = (difference: Difference): string | undefined => reasons.find(({ holds }) => holds(difference))?.why;

const theirOperations = operationsOf(published);
const rows: Difference[] = [];
const totals: string[] = [];
const gapsOf = new Map<App, Written['gaps']>();

for (const [app, boot] of [
  ['injected', injected],
  ['functional', functional],
] as const) {
  const { document, gaps } = writtenBy(app);
  gapsOf.set(app, gaps);
  const running = await boot({ env: { APP_ENV: 'testing', HASH_MEMORY: '64' } });
  const { met, answers } = await runScenario(running);
  await running.close();
  const ourOperations = operationsOf(document, '/api');
  const paths = new Set([...theirOperations.keys(), ...ourOperations.keys()]);
  const counts = new Map(parts.map((part) => [part, { same: 0, explained: 0, faults: 0 }]));
  console.log(`\n## ${app}\n\n| Operation | ${parts.join(' | ')} |\n|---|${'---|'.repeat(parts.length)}`);
  for (const operation of paths) {
    const [theirs, ours] = [theirOperations.get(operation), ourOperations.get(operation)];
    if (theirs === undefined || ours === undefined) {
      console.log(`| ${operation} | ${theirs === undefined ? 'only ours' : 'missing'} |`);
      continue;
    }
    const [there, here] = [factsOf(theirs, published), factsOf(ours, document)];
    const found = differencesOf(app, operation, there, here, met);
    rows.push(...found);
    const cells = parts.map((part) => {
      const own = found.filter((one) => one.part === part);
      const faults = own.filter((one) => whyOf(one) === undefined).length;
      const same = [...there[part]].filter(([name, value]) => here[part].get(name) === value).length;
      const count = counts.get(part);
      if (count !== undefined) {
        count.same += same;
        count.explained += own.length - faults;
        count.faults += faults;
      }
      return [
        `${same} same`,
        own.length > faults ? `${own.length - faults} explained` : '',
        faults > 0 ? `**${faults} wrong**` : '',
      ]
        .filter((text) => text !== '')
        .join(', ');
    });
    console.log(`| ${operation} | ${cells.join(' | ')} |`);
  }
  for (const [part, { same, explained, faults }] of counts)
    totals.push(`| ${app} | ${part} | ${same} | ${explained} | ${faults} |`);
  for (const breach of breachesOf(document, answers)) console.log(`\n${breach}`);
}

console.log('\n## All\n\n| Application | Part | Same | Explained | Wrong |\n|---|---|---|---|---|');
console.log(totals.join('\n'));
console.log('\n## Explained\n\n| Application | Why | Differences | As |\n|---|---|---|---|');
for (const app of ['injected', 'functional'] as const) {
  for (const { why } of reasons) {
    const own = rows.filter((row) => row.app === app && whyOf(row) === why);
    const as = [...new Set(own.map(({ name }) => `\`${name}\``))];
    const shown = as.length > 6 ? [...as.slice(0, 6), '...'] : as;
    if (own.length > 0) console.log(`| ${app} | ${why} | ${own.length} | ${shown.join(', ')} |`);
  }
}
console.log(
  '\n## Wrong\n\n| Application | Operation | Part | Fact | RealWorld | Ours | Met by a real request | Told by a gap |\n|---|---|---|---|---|---|---|---|',
);
for (const row of rows.filter((one) => whyOf(one) === undefined)) {
  const { app, operation, part, name, theirs = '-', ours = '-', met } = row;
  const told = (gapsOf.get(app)?.get(operation) ?? []).length > 0;
  console.log(
    `| ${app} | ${operation} | ${part} | ${name} | ${theirs} | ${ours} | ${met ? 'yes' : ''} | ${told ? 'yes' : ''} |`,
  );
}

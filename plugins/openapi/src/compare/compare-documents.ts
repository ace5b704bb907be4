import type { JsonObject } from '../json.ts';
import { type Change, Changes } from './change.ts';
import { compareSchemas, type Direction, type Pair, resolved } from './compare-schemas.ts';

type Named = Readonly<Record<string, JsonObject>>;

/** The changes from one document to the other, breaking ones first. */
export const compareDocuments = (before: JsonObject, after: JsonObject): Change[] => {
  const documents = { before, after };
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const changes = compareSchemes(before, after);
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(name), now.get(name)];
    if (a === undefined) changes.push({ breaking: false, text: `${name} is new` });
    else if (b === undefined) changes.push({ breaking: true, text: `${name} is gone` });
    else
      changes.push(...compareOperations([a, b], documents).map((each) => ({ ...each, text: `${name}: ${each.text}` })));
  }
  const texts = new Map(changes.map((change) => [change.text, change]));
  return [...texts.values()].toSorted((a, b) => Number(b.breaking) - Number(a.breaking) || (a.text < b.text ? -1 : 1));
};

const operationsOf = ({ paths }: JsonObject): Map<string, JsonObject> =>
  new Map(
    Object.entries((paths ?? {}) as Readonly<Record<string, Named>>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

const compareOperations = ([before, after]: readonly [JsonObject, JsonObject], documents: Pair): Change[] => {
  const changes = new Changes();
  if (before['operationId'] !== after['operationId'])
    changes.breaking(`operationId was ${String(before['operationId'])}, is ${String(after['operationId'])}`);
  compareParameters([before, after], documents, changes);
  compareBodies([before, after], documents, changes);
  compareResponses([before, after], documents, changes);
  if (JSON.stringify(before['security']) !== JSON.stringify(after['security'])) {
    const opens = after['security'] === undefined || JSON.stringify(after['security']).startsWith('[{}');
    if (opens) changes.additive('credentials are no longer needed');
    else changes.breaking('other credentials are needed');
  }
  return changes.all;
};

const parametersOf = ({ parameters }: JsonObject, document: JsonObject): Map<string, JsonObject> =>
  new Map(
    ((parameters ?? []) as readonly JsonObject[])
      .map((each) => resolved(each, document))
      .map((each) => [`${String(each['in'])} parameter ${String(each['name'])}`, each]),
  );

const compareParameters = (
  [before, after]: readonly [JsonObject, JsonObject],
  documents: Pair,
  changes: Changes,
): void => {
  const [old, now] = [parametersOf(before, documents.before), parametersOf(after, documents.after)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(name), now.get(name)];
    if (a === undefined) {
      if (b?.['required'] === true) changes.breaking(`${name} is new and required`);
      else changes.additive(`${name} is new`);
    } else if (b === undefined) changes.breaking(`${name} is gone`);
    else {
      if (a['required'] !== true && b['required'] === true) changes.breaking(`${name} is now required`);
      if (a['required'] === true && b['required'] !== true) changes.additive(`${name} is now optional`);
      compareSchemas([schemaOf(a), schemaOf(b)], name, { documents, direction: 'request', changes });
    }
  }
};

const schemaOf = ({ schema }: JsonObject): JsonObject => (schema ?? {}) as JsonObject;

const compareBodies = ([before, after]: readonly [JsonObject, JsonObject], documents: Pair, changes: Changes): void => {
  const [old, now] = [before, after].map((each) => each['requestBody'] as JsonObject | undefined);
  if (old === undefined && now === undefined) return;
  if (old === undefined) {
    if (now?.['required'] === true) changes.breaking('a body is now required');
    else changes.additive('a body is now read');
  } else if (now === undefined) changes.breaking('the body is no longer read');
  else compareContent([old, now], 'body', 'request', { documents, changes });
};

const compareContent = (
  [before, after]: readonly [JsonObject, JsonObject],
  where: string,
  direction: Direction,
  { documents, changes }: { readonly documents: Pair; readonly changes: Changes },
): void => {
  const [old = {}, now = {}] = [before, after].map((each) => (each['content'] ?? {}) as Named);
  for (const type of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [a, b] = [old[type], now[type]];
    if (a === undefined) changes.additive(`${where} may be ${type}`);
    else if (b === undefined) changes.breaking(`${where} may not be ${type} any more`);
    else compareSchemas([schemaOf(a), schemaOf(b)], where, { documents, direction, changes });
  }
};

const compareResponses = (
  [before, after]: readonly [JsonObject, JsonObject],
  documents: Pair,
  changes: Changes,
): void => {
  const [old = {}, now = {}] = [before, after].map((each) => (each['responses'] ?? {}) as Named);
  for (const status of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [a, b] = [old[status], now[status]];
    if (a === undefined) changes.additive(`response ${status} is new`);
    else if (b === undefined) changes.breaking(`response ${status} is gone`);
    else {
      const pair = [resolved(a, documents.before), resolved(b, documents.after)] as const;
      compareContent(pair, `response ${status}`, 'response', { documents, changes });
      compareHeaders(pair, `response ${status}`, { documents, changes });
    }
  }
};

const compareHeaders = (
  [before, after]: readonly [JsonObject, JsonObject],
  where: string,
  { documents, changes }: { readonly documents: Pair; readonly changes: Changes },
): void => {
  const [old = {}, now = {}] = [before, after].map((each) => (each['headers'] ?? {}) as Named);
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [a, b] = [old[name], now[name]];
    const header = `${where}: the header ${name}`;
    if (a === undefined) changes.additive(`${header} is new`);
    else if (b === undefined) changes.breaking(`${header} is gone`);
    else {
      const [was, is] = [resolved(a, documents.before), resolved(b, documents.after)];
      if (was['required'] === true && is['required'] !== true) changes.breaking(`${header} may now be left out`);
      if (was['required'] !== true && is['required'] === true) changes.additive(`${header} is now always sent`);
      compareSchemas([schemaOf(was), schemaOf(is)], header, { documents, direction: 'response', changes });
    }
  }
};

const schemesOf = ({ components }: JsonObject): Named =>
  ((components as JsonObject | undefined)?.['securitySchemes'] ?? {}) as Named;

/** The parts of a scheme that define what clients send, as JSON. */
const sent = (scheme: JsonObject): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(scheme).filter(([key]) => key !== 'description' && key !== 'bearerFormat')),
  );

/** Compares schemes with the same name in both documents: a change of credentials breaks clients. */
const compareSchemes = (before: JsonObject, after: JsonObject): Change[] => {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  return Object.entries(old).flatMap(([name, was]) => {
    const is = now[name];
    if (is === undefined || sent(was) === sent(is)) return [];
    return [{ breaking: true, text: `security scheme ${name} was ${sent(was)}, is ${sent(is)}` }];
  });
};

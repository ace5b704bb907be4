import type { JsonObject } from '../json.ts';
import { isObject, resolved } from './alternatives.ts';
import { type Change, Changes } from './change.ts';
import { compareSchemas, type Direction, type Pair } from './compare-schemas.ts';

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
  compareSecurity([before, after], changes);
  return changes.all;
};

type Needed = Readonly<Record<string, readonly string[]>>;

/** The credentials of an operation: it needs one of these sets, with their scopes. An empty set needs none. */
const neededBy = ({ security }: JsonObject): readonly Needed[] =>
  Array.isArray(security) && security.length > 0 ? (security as Needed[]) : [{}];

/** Whether credentials that were enough are still enough. */
const isEnough = (given: Needed, needed: Needed): boolean =>
  Object.entries(needed).every(
    ([name, scopes]) => scopes.every((scope) => given[name]?.includes(scope)) && name in given,
  );

const compareSecurity = ([before, after]: readonly [JsonObject, JsonObject], changes: Changes): void => {
  const [old, now] = [neededBy(before), neededBy(after)];
  if (!old.every((given) => now.some((needed) => isEnough(given, needed))))
    changes.breaking('other credentials are needed');
  else if (!now.every((given) => old.some((needed) => isEnough(given, needed)))) {
    const opens = now.some((needed) => Object.keys(needed).length === 0);
    changes.additive(opens ? 'credentials are no longer needed' : 'fewer credentials are needed');
  }
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
      if (styleOf(a) !== styleOf(b)) changes.breaking(`${name} was written as ${styleOf(a)}, is ${styleOf(b)}`);
      compareSchemas([schemaOf(a), schemaOf(b)], name, { documents, direction: 'request', changes });
    }
  }
};

/** How a list or an object is written: `form`, `deepObject`. */
const styleOf = ({ style, in: place }: JsonObject): string =>
  typeof style === 'string' ? style : place === 'query' || place === 'cookie' ? 'form' : 'simple';

const schemaOf = ({ schema }: JsonObject): JsonObject => (schema ?? {}) as JsonObject;

const compareBodies = ([before, after]: readonly [JsonObject, JsonObject], documents: Pair, changes: Changes): void => {
  const [old, now] = [before, after].map((each) => each['requestBody'] as JsonObject | undefined);
  if (old === undefined && now === undefined) return;
  if (old === undefined) {
    if (now?.['required'] === true) changes.breaking('a body is now required');
    else changes.additive('a body is now read');
  } else if (now === undefined) changes.breaking('the body is no longer read');
  else {
    if (old['required'] !== true && now['required'] === true) changes.breaking('the body is now required');
    if (old['required'] === true && now['required'] !== true) changes.additive('the body is now optional');
    compareContent([old, now], 'body', 'request', { documents, changes });
  }
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
    else {
      const [was, is] = [schemaOf(a), schemaOf(b)];
      compareSchemas([was, is], where, { documents, direction, changes });
      const [event, eventNow] = [was['x-taproot-event'], is['x-taproot-event']];
      if (isObject(event) && isObject(eventNow))
        compareSchemas([event, eventNow], `${where} event`, { documents, direction, changes });
    }
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

import { Random } from '../../support/random.ts';
import type { Subject } from './applications.ts';
import { Checks } from './checks.ts';
import { excusesOf } from './exceptions.ts';
import { jsonOf, type Reply, replyFaults } from './replies.ts';
import { type Asked, type Operation, operationsOf, Requests } from './requests.ts';
import { type Known, SchemaValues } from './schema-values.ts';

/** What came of the requests that were generated from a document. */
export interface Tally {
  readonly operations: number;
  /** Requests that the document allows, and how many of them were not refused for their form. */
  readonly allowed: number;
  readonly accepted: number;
  /** Allowed requests that were answered with 2xx or 3xx. */
  readonly succeeded: number;
  readonly operationsThatSucceeded: number;
  /** Requests that the document forbids, and how many of them were refused. */
  readonly forbidden: number;
  readonly refused: number;
  readonly matched: number;
  /** How often each rule or code excused a refusal. */
  readonly excused: Readonly<Record<string, number>>;
  /** Kinds of known faults that were met. */
  readonly known: number;
  /** Faults, each with its shortest request. */
  readonly faults: readonly string[];
}

const mostKnown = 30;

const remember = <Value>(all: Map<string, Value[]>, name: string, value: Value): void => {
  const values = all.get(name) ?? [];
  values.push(value);
  all.set(name, values.slice(-mostKnown));
};

/** Names under which the values of replies go into requests. */
const aliases: Readonly<Record<string, string>> = { next_cursor: 'cursor', prev_cursor: 'cursor' };

const rememberMembers = (known: Known, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' || typeof member === 'number')
      remember(known.members, aliases[name] ?? name, member);
    else rememberMembers(known, member);
  }
};

const rememberObjects = (known: Known, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) remember(known.objects, Object.keys(value).toSorted().join(), { ...value });
  for (const member of Object.values(value)) rememberObjects(known, member);
};

const send = async (subject: Subject, request: Request, ip: string): Promise<Reply> => {
  const response = await subject.app.facades.Route().fetch(request, { ip });
  const { status, headers } = response;
  if (headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return { status, headers, text: await response.text() };
  await response.body?.cancel();
  return { status, headers, text: null };
};

const shown = (asked: Asked, target: string): string =>
  [
    `${asked.operation.method} ${target}`,
    ...[...asked.values]
      .filter(([key]) => /^(?:header|cookie)/.test(key))
      .map(([key, value]) => `${key}: ${String(value)}`),
    ...(asked.media === null ? [] : [`${asked.media} ${JSON.stringify(asked.body)}`]),
    ...(asked.broken === null ? [] : [`broken: ${asked.broken}`]),
  ].join(', ');

/**
 * Sends requests that a document allows to its application, `rounds` for each operation, and after each of them one that it forbids.
 * The same seed makes the same requests, as far as the application gives the same identifiers.
 */
export const fuzzDocument = async (subject: Subject, rounds: number, seed: number): Promise<Tally> => {
  const random = new Random(seed);
  const checks = new Checks(subject.document);
  const operations = operationsOf(subject.document, checks);
  const known: Known = { members: new Map(), objects: new Map(), hints: subject.hints };
  const requests = new Requests(operations, checks, new SchemaValues(checks, random, known), random, known);
  const tally = { allowed: 0, accepted: 0, succeeded: 0, forbidden: 0, refused: 0, matched: 0 };
  const excused: Record<string, number> = {};
  const succeeded = new Set<Operation>();
  const faults = new Map<string, string>();
  const met = new Set<string>();
  let sent = 0;

  const fault = (operation: Operation, what: string, request: string): void => {
    const kind = `${operation.method} ${operation.template}: ${what}`;
    const known = Object.keys(subject.knownFaults).find((start) => kind.startsWith(start));
    if (known !== undefined) {
      met.add(known);
      return;
    }
    const before = faults.get(kind);
    if (before === undefined || request.length < before.length) faults.set(kind, request);
  };
  const ask = async (asked: Asked): Promise<readonly [Reply, string]> => {
    const credentials =
      asked.scheme === null ? {} : await subject.credentials(asked.scheme, asked.operation.id, random);
    sent++;
    // Each request comes from another address, so that limits of one address are not met.
    const ip = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
    const reply = await send(subject, requests.request(asked, credentials), ip);
    return [reply, shown(asked, requests.targetOf(asked))];
  };
  const hold = (operation: Operation, reply: Reply, request: string): void => {
    if (reply.status >= 500) fault(operation, `${reply.status} ${reply.text?.slice(0, 200)}`, request);
    if (subject.told.has(`${operation.method} ${operation.template}`)) return;
    const found = replyFaults(checks, operation, reply);
    if (found.length === 0) tally.matched++;
    for (const one of found) fault(operation, `${reply.status}: ${one}`, request);
  };
  const judgeAllowed = (asked: Asked, reply: Reply, request: string): void => {
    const { operation } = asked;
    tally.allowed++;
    if (reply.status < 400) {
      tally.succeeded++;
      succeeded.add(operation);
      rememberMembers(known, jsonOf(reply));
      rememberObjects(known, asked.body);
    }
    if (![400, 413, 415, 422].includes(reply.status)) tally.accepted++;
    else if (subject.told.has(`${operation.method} ${operation.template}`))
      excused['a gap'] = (excused['a gap'] ?? 0) + 1;
    else {
      const excuses = excusesOf(checks, asked, reply, subject.beyond);
      for (const name of new Set(excuses)) excused[name] = (excused[name] ?? 0) + 1;
      if (excuses === null)
        fault(operation, `an allowed request is ${reply.status} ${reply.text?.slice(0, 160)}`, request);
    }
  };

  for (let round = 0; round < rounds; round++)
    for (const operation of operations) {
      const asked = requests.allowed(operation);
      if (typeof asked === 'string') {
        // Now and then a path means another operation, or an expression is hard to meet.
        if (round === 0) fault(operation, `no value was found for ${asked}`, '');
        continue;
      }
      const [reply, request] = await ask(asked);
      judgeAllowed(asked, reply, request);
      hold(operation, reply, request);
      const forbidden = requests.forbidden(asked);
      if (forbidden === null) continue;
      tally.forbidden++;
      const [refusal, wrong] = await ask(forbidden);
      if (refusal.status >= 400 && refusal.status < 500) tally.refused++;
      else fault(operation, `${refusal.status} for what the document forbids`, wrong);
      hold(operation, refusal, wrong);
    }
  const over = Object.keys(subject.knownFaults).filter((start) => !met.has(start) && rounds >= 20 && seed === 1);
  return {
    operations: operations.length,
    ...tally,
    operationsThatSucceeded: succeeded.size,
    excused,
    known: met.size,
    faults: [
      ...[...faults].map(([kind, request]) => `${subject.name}, ${kind}${request === '' ? '' : `\n    ${request}`}`),
      ...over.map((start) => `${subject.name}, a known fault is no more: ${start}`),
    ],
  };
};

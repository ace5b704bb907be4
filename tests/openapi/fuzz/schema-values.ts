import type { JsonObject } from '../../../plugins/openapi/src/json.ts';
import type { Random } from '../../support/random.ts';
import type { Checks } from './checks.ts';
import { anyText, patternText } from './pattern-text.ts';

/** What values of earlier requests and replies are known, so that a request asks for rows that exist. */
export interface Known {
  /** Values of members of this name. */
  readonly members: Map<string, unknown[]>;
  /** Values by name that clients of this application know from elsewhere. */
  readonly hints: Readonly<Record<string, readonly unknown[]>>;
  /** Objects with these members that a server accepted. */
  readonly objects: Map<string, JsonObject[]>;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const membersOf = (schema: JsonObject): JsonObject => (isObject(schema['properties']) ? schema['properties'] : {});
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const word = (random: Random): string => anyText(1 + random.below(6), random).replaceAll(/[^a-z0-9]/gi, 'x') || 'x';
const two = (value: number): string => String(value).padStart(2, '0');

const dateText = (random: Random): string =>
  `${2020 + random.below(15)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;

const formats: Readonly<Record<string, (random: Random) => string>> = {
  email: (random) => `${word(random)}.${word(random)}@${word(random)}.example.com`.toLowerCase(),
  uri: (random) => `https://${word(random).toLowerCase()}.example.com/${word(random)}?a=${word(random)}`,
  date: dateText,
  'date-time': (random) =>
    `${dateText(random)}T${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}${random.pick(['Z', '+02:00', '.25Z'])}`,
  time: (random) => `${two(random.below(24))}:${two(random.below(60))}:00Z`,
  uuid: (random) => `f47ac10b-58cc-4372-a567-0e02b2c3d${random.below(900) + 100}`,
  ipv4: (random) => `10.${random.below(256)}.0.${random.below(256)}`,
  ipv6: (random) => `fd00::${(1 + random.below(0xffff)).toString(16)}`,
};

/** Makes values that a schema allows. */
export class SchemaValues {
  readonly #checks: Checks;
  readonly #random: Random;
  readonly #known: Known;

  constructor(checks: Checks, random: Random, known: Known) {
    this.#checks = checks;
    this.#random = random;
    this.#known = known;
  }

  /** A value that Ajv finds allowed, and the caller too; undefined when 200 attempts have found none. */
  valueOf(schema: JsonObject, name: string, fits: (value: unknown) => boolean = () => true): unknown {
    for (let attempt = 0; attempt < 200; attempt++) {
      const value = this.#guess(schema, name, 0);
      if (fits(value) && this.#checks.faultOf(schema, value) === null) return value;
    }
    return undefined;
  }

  #guess(given: JsonObject, name: string, depth: number): unknown {
    const random = this.#random;
    const schema = this.#flat(given);
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return random.pick(schema['enum']);
    const type = random.pick(this.#typesOf(schema));
    if (type === 'null') return null;
    if (type === 'boolean') return random.chance(0.5);
    if (schema['format'] === 'binary') return `binary:${random.below(1000)}`;
    const hints = this.#known.hints[name];
    if (hints !== undefined && random.chance(0.8)) return random.pick(hints);
    const kind = type === 'string' ? type : 'number';
    const seen = this.#known.members.get(name)?.filter((value) => typeof value === kind);
    if (seen !== undefined && seen.length > 0 && random.chance(0.3)) return random.pick(seen);
    if (type === 'integer' || type === 'number') return this.#number(schema, type === 'integer');
    if (type === 'array') return this.#list(schema, name, depth);
    return type === 'object' ? this.#object(schema, depth) : this.#text(schema);
  }

  /** The schema with the parts that it refers to, and with one of its alternatives. */
  #flat(given: JsonObject): JsonObject {
    const { $ref, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = given;
    let schema: JsonObject = own;
    const parts = [
      ...(typeof $ref === 'string' ? [this.#checks.resolve({ $ref })] : []),
      ...listOf(allOf),
      ...[anyOf, oneOf].flatMap((all) => (listOf(all).length === 0 ? [] : [this.#random.pick(listOf(all))])),
    ];
    if (isObject(condition)) {
      // A condition that is met has its consequences; one that is not may be left as it is.
      const isMet = this.#random.chance(0.5);
      if (isMet) parts.push(condition, ...(isObject(then) ? [then] : []));
      else if (isObject(otherwise)) parts.push(otherwise);
    }
    for (const part of parts) schema = both(schema, this.#flat(part));
    return schema;
  }

  #typesOf(schema: JsonObject): readonly string[] {
    const { type } = schema;
    if (typeof type === 'string') return [type];
    if (Array.isArray(type)) return type as string[];
    if ('properties' in schema || 'required' in schema) return ['object'];
    if ('items' in schema) return ['array'];
    if ('pattern' in schema || 'format' in schema || 'maxLength' in schema) return ['string'];
    if ('minimum' in schema || 'maximum' in schema) return ['number'];
    return ['string', 'integer', 'boolean'];
  }

  #number(schema: JsonObject, isWhole: boolean): number {
    const random = this.#random;
    const step = numberOf(schema['multipleOf'], isWhole ? 1 : 0.25);
    const least = numberOf(schema['minimum'], numberOf(schema['exclusiveMinimum'], -1000));
    const most = numberOf(schema['maximum'], numberOf(schema['exclusiveMaximum'], Math.max(least, 0) + 1000));
    const edges = [schema['minimum'], schema['maximum'], 0, 1, 2].filter((edge) => typeof edge === 'number');
    if (random.chance(0.5)) return random.pick(edges);
    const high = random.chance(0.8) ? Math.min(most, Math.max(least, 0) + 100) : most;
    const value = Math.round((least + random.next() * (high - least)) / step) * step;
    return isWhole ? Math.round(value) : Number(value.toFixed(6));
  }

  #text(schema: JsonObject): unknown {
    const random = this.#random;
    const { format, pattern } = schema;
    const least = numberOf(schema['minLength'], 0);
    const most = numberOf(schema['maxLength'], least + 40);
    const written =
      typeof format === 'string' && formats[format] !== undefined && random.chance(0.8) ? formats[format] : null;
    if (written !== null) return written(random);
    const patterns = Array.isArray(pattern) ? (pattern as string[]) : typeof pattern === 'string' ? [pattern] : [];
    const whole = patterns.find((one) => one.startsWith('^'));
    if (whole !== undefined) return patternText(whole, random);
    if (schema['contentMediaType'] === 'application/json') return JSON.stringify({ a: random.below(9) });
    const length = random.pick([least, least + random.below(Math.min(most - least, 30) + 1), Math.min(most, 5000)]);
    return anyText(length, random);
  }

  #list(schema: JsonObject, name: string, depth: number): unknown[] {
    const random = this.#random;
    const least = numberOf(schema['minItems'], 0);
    const most = Math.min(numberOf(schema['maxItems'], least + 3), least + 20);
    const first = listOf(schema['prefixItems']);
    const items = isObject(schema['items']) ? schema['items'] : {};
    const length = Math.max(first.length, random.chance(0.2) ? most : least + random.below(most - least + 1));
    return Array.from({ length }, (_, at) => this.#guess(first[at] ?? items, name, depth + 1));
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const random = this.#random;
    const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);
    const properties = membersOf(schema);
    const objects = this.#known.objects.get(Object.keys(properties).toSorted().join());
    if (objects !== undefined && random.chance(0.2)) return random.pick(objects);
    const share = random.pick([0, 0.5, 1]);
    const object: Record<string, unknown> = {};
    for (const name of new Set([...required, ...Object.keys(properties)])) {
      if (!required.has(name) && (depth > 6 || !random.chance(share))) continue;
      const member = properties[name];
      object[name] = this.#guess(isObject(member) ? member : {}, name, depth + 1);
    }
    const { additionalProperties: more } = schema;
    if (isObject(more) && random.chance(0.7))
      // Keys of digits would make a list of a query.
      for (const key of random.list(1 + random.below(2), () => `k${word(random)}`))
        object[key] = this.#guess(more, key, depth + 1);
    // Nothing forbids members that the schema does not name.
    else if (more === undefined && random.chance(0.1)) object['x_unknown'] = random.pick(['text', 1, true]);
    return object;
  }
}

/** What two schemas allow, as far as values are made of it. */
const both = (one: JsonObject, other: JsonObject): JsonObject => {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key];
    if (known === undefined) merged[key] = value;
    else if (key === 'required') merged[key] = [...new Set([...(known as string[]), ...(value as string[])])];
    else if (key === 'pattern') merged[key] = [known, value].flat();
    else if (key === 'type') merged[key] = narrower(known, value);
    else if (/^(?:min|exclusiveMin)/.test(key)) merged[key] = Math.max(Number(known), Number(value));
    else if (/^(?:max|exclusiveMax)/.test(key)) merged[key] = Math.min(Number(known), Number(value));
    else if (key === 'properties' && isObject(known) && isObject(value))
      merged[key] = Object.fromEntries(
        [...new Set([...Object.keys(known), ...Object.keys(value)])].map((name) => {
          const [a, b] = [known[name], value[name]];
          return [name, isObject(a) && isObject(b) ? { allOf: [a, b] } : (a ?? b)];
        }),
      );
  }
  return merged;
};

const narrower = (one: unknown, other: unknown): unknown => {
  const [first, second] = [[one].flat(), [other].flat()];
  const shared = first.filter((type) => second.includes(type) || (type === 'integer' && second.includes('number')));
  return shared.length > 0 ? shared : one;
};

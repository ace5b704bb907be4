import type { JsonObject } from '../../../plugins/openapi/src/json.ts';
import type { Random } from '../../support/random.ts';
import type { Checks } from './checks.ts';
import { encodeBody, isText, pairsOf, queryText, textOf } from './encode.ts';
import type { Known, SchemaValues } from './schema-values.ts';

/** An operation of a document. */
export interface Operation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  /** Names of security schemes of which each request may choose one; null stands for none. */
  readonly security: readonly (string | null)[];
  readonly responses: JsonObject;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly isRest: boolean;
}

interface Body {
  readonly required: boolean;
  readonly content: Readonly<Record<string, JsonObject>>;
}

/** The values of a request. */
export interface Asked {
  readonly operation: Operation;
  /** By the place and the name of the parameter, such as `query page`. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly media: string | null;
  readonly body: unknown;
  readonly scheme: string | null;
  /** What was broken, for a request that the document forbids. */
  readonly broken: string | null;
}

const keyOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;
const schemaOf = (content: JsonObject | undefined): JsonObject => (content?.['schema'] ?? {}) as JsonObject;

export const operationsOf = (document: JsonObject, checks: Checks): readonly Operation[] =>
  Object.entries(document['paths'] as Readonly<Record<string, JsonObject>>).flatMap(([template, item]) =>
    Object.entries(item).map(([method, value]): Operation => {
      const { operationId, parameters = [], requestBody, security = [], responses } = value as JsonObject;
      const body = requestBody === undefined ? null : checks.resolve(requestBody);
      return {
        id: String(operationId),
        method: method.toUpperCase(),
        template,
        parameters: (parameters as unknown[]).map((each) => {
          const made = checks.resolve(each);
          return {
            name: String(made['name']),
            in: String(made['in']),
            required: made['required'] === true,
            schema: schemaOf(made),
            isRest: made['x-taproot-wildcard'] === true,
          };
        }),
        body:
          body === null ? null : { required: body['required'] === true, content: body['content'] as Body['content'] },
        security: (security as JsonObject[]).map((each) => Object.keys(each)[0] ?? null),
        responses: responses as JsonObject,
      };
    }),
  );

const longest = 2000;

const expressionOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/(\{[^{}]+\})/)
      .map((piece, at) => (at % 2 === 1 ? '[^/]+' : piece.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)))
      .join('')}$`,
  );

/** Whether a parameter's place can carry a value. */
const fits =
  (parameter: Parameter) =>
  (value: unknown): boolean => {
    // Longer addresses are refused with 414, whatever is in them.
    if (parameter.in === 'query') return isText(value) && encodeURIComponent(JSON.stringify(value)).length < longest;
    if (typeof value === 'object') return false;
    const text = textOf(value);
    if (/\p{Surrogate}/u.test(text)) return false;
    // A path has no empty segments, and addresses of the Web resolve those of dots. Servers refuse backslashes (docs/routing.md).
    if (parameter.in === 'path')
      return (
        text !== '' &&
        !text.includes('\\') &&
        !/^\.+$/.test(text) &&
        (!parameter.isRest || !/\/\.*\/|^\/|\/\.*$/.test(text))
      );
    return parameter.in === 'cookie' || /^[!-~](?:[ -~]*[!-~])?$/.test(text);
  };

/** Makes the requests that a document allows, and others that it forbids. */
export class Requests {
  readonly #checks: Checks;
  readonly #values: SchemaValues;
  readonly #random: Random;
  readonly #known: Known;
  readonly #paths: readonly { readonly template: string; readonly expression: RegExp }[];

  constructor(operations: readonly Operation[], checks: Checks, values: SchemaValues, random: Random, known: Known) {
    this.#checks = checks;
    this.#values = values;
    this.#random = random;
    this.#known = known;
    this.#paths = [...new Set(operations.map(({ template }) => template))].map((template) => ({
      template,
      expression: expressionOf(template),
    }));
  }

  /** A request that the document allows; the name of the part of which no value was found. */
  allowed(operation: Operation): Asked | string {
    const random = this.#random;
    const values = new Map<string, unknown>();
    const share = random.pick([0, 0.5, 1]);
    for (const parameter of operation.parameters) {
      if (!parameter.required && !random.chance(share)) continue;
      const value = this.#rowOf(parameter) ?? this.#values.valueOf(parameter.schema, parameter.name, fits(parameter));
      if (value === undefined) return keyOf(parameter);
      values.set(keyOf(parameter), value);
    }
    const asked = {
      operation,
      values,
      scheme: random.pick([...operation.security, ...(operation.security.length === 0 ? [null] : [])]),
      broken: null,
    };
    if (this.#isOfAnother(asked)) return 'path';
    const { body } = operation;
    if (body === null || (!body.required && random.chance(0.1))) return { ...asked, media: null, body: null };
    const media = random.pick(Object.keys(body.content));
    const isForm = media !== 'application/json';
    const value = this.#values.valueOf(
      schemaOf(body.content[media]),
      '',
      (made) => !isForm || isEmpty(made) || isText(made),
    );
    return value === undefined ? 'body' : { ...asked, media, body: value };
  }

  /** This request with one member left out, or of another type, so that the document forbids it; null if there is no such member. */
  forbidden(asked: Asked): Asked | null {
    const { operation, media } = asked;
    const options: (() => Asked | null)[] = operation.parameters.flatMap((parameter) => {
      if (!hasRules(parameter.schema) || parameter.in !== 'query') return [];
      const key = keyOf(parameter);
      const values = (value: unknown): Asked | null => {
        const changed = new Map(asked.values);
        if (value === undefined) changed.delete(key);
        else changed.set(key, value);
        return {
          ...asked,
          values: changed,
          broken: `${key} ${value === undefined ? 'left out' : JSON.stringify(value)}`,
        };
      };
      const wrong = wrongOf(parameter.schema, true);
      return [
        ...(parameter.required ? [() => values(undefined)] : []),
        ...(wrong === undefined ? [] : [() => values(wrong)]),
      ];
    });
    if (operation.body !== null && media !== null) {
      const isForm = media !== 'application/json';
      const schema = schemaOf(operation.body.content[media]);
      for (const { path, member, isRequired } of sitesOf(this.#checks, schema, asked.body)) {
        const change = (value: unknown): Asked | null => {
          const body = changed(asked.body, path, value);
          if (this.#checks.faultOf(schema, body) === null || (isForm && !isEmpty(body) && !isText(body))) return null;
          const broken = `${path.join('.')} ${value === undefined ? 'left out' : JSON.stringify(value)}`;
          return { ...asked, body, broken };
        };
        if (isRequired) options.push(() => change(undefined));
        const wrong = wrongOf(member, isForm);
        if (wrong !== undefined) options.push(() => change(wrong));
      }
    }
    while (options.length > 0) {
      const made = options.splice(this.#random.below(options.length), 1)[0]?.() ?? null;
      if (made !== null) return made;
    }
    return null;
  }

  /** The target of a request, with its query. */
  targetOf({ operation, values }: Pick<Asked, 'operation' | 'values'>): string {
    const pairs = operation.parameters
      .filter((parameter) => parameter.in === 'query' && values.has(keyOf(parameter)))
      .flatMap((parameter) => pairsOf(parameter.name, values.get(keyOf(parameter)), this.#random));
    const query = queryText(pairs);
    return `${this.#pathOf({ operation, values })}${query === '' ? '' : `?${query}`}`;
  }

  request(asked: Asked, credentials: Readonly<Record<string, string>>): Request {
    const { operation, values, media } = asked;
    const headers = new Headers();
    const cookies: string[] = [];
    for (const parameter of operation.parameters) {
      const value = values.get(keyOf(parameter));
      if (value === undefined) continue;
      if (parameter.in === 'header') headers.set(parameter.name, textOf(value));
      if (parameter.in === 'cookie') cookies.push(`${parameter.name}=${encodeURIComponent(textOf(value))}`);
    }
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
    for (const [name, value] of Object.entries(credentials)) headers.set(name, value);
    const init = { method: operation.method, headers };
    const url = `http://localhost${this.targetOf(asked)}`;
    if (media === null) return new Request(url, init);
    const { encoding = {} } = operation.body?.content[media] ?? {};
    const typesOf = (name: string): readonly string[] => {
      const given = (encoding as Readonly<Record<string, JsonObject>>)[name]?.['contentType'];
      return typeof given === 'string' ? given.split(',').map((type) => type.trim()) : [];
    };
    const { type, bytes } = encodeBody(media, asked.body, typesOf, this.#random);
    headers.set('Content-Type', type);
    return new Request(url, { ...init, body: bytes });
  }

  /** The identifier of a row that a reply had, for some requests. */
  #rowOf(parameter: Parameter): unknown {
    if (parameter.in !== 'path' || !this.#random.chance(0.6)) return undefined;
    const seen = this.#known.members.get(parameter.name) ?? this.#known.members.get('id') ?? [1, '1'];
    const value = this.#random.pick([...seen, 1, '1']);
    return fits(parameter)(value) && this.#checks.faultOf(parameter.schema, value) === null ? value : undefined;
  }

  #pathOf({ operation, values }: Pick<Asked, 'operation' | 'values'>): string {
    return operation.template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      const isRest = operation.parameters.some((each) => each.name === name && each.isRest);
      const text = textOf(values.get(`path ${name}`));
      return isRest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text);
    });
  }

  /** Whether the path belongs to a more exact operation: `/posts/new` is not one of `/posts/{id}`. */
  #isOfAnother(asked: Pick<Asked, 'operation' | 'values'>): boolean {
    const { template } = asked.operation;
    const path = this.#pathOf(asked);
    const variables = (text: string): number => text.split('{').length;
    return this.#paths.some((other) => variables(other.template) < variables(template) && other.expression.test(path));
  }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const hasRules = (schema: JsonObject): boolean => {
  const rules = schema['x-taproot-rules'];
  return Array.isArray(rules) && rules.length > 0;
};

/** A value of a type that a member does not have, and that no text of a form means; undefined for a member of any type. */
const wrongOf = ({ type, enum: values }: JsonObject, isForm: boolean): unknown => {
  if (Array.isArray(values)) return 'no such value';
  if (type === 'integer' || type === 'number' || type === 'boolean') return 'no such value';
  if (isForm) return undefined;
  if (type === 'string') return { no: ['such value'] };
  return type === 'object' || type === 'array' ? 'no such value' : undefined;
};

interface Site {
  readonly path: readonly string[];
  readonly member: JsonObject;
  readonly isRequired: boolean;
}

/** The members of a value that have rules. */
const sitesOf = (checks: Checks, given: JsonObject, value: unknown, path: readonly string[] = []): Site[] => {
  const schema = checks.resolve(given);
  if (Array.isArray(value))
    return value.flatMap((entry, at) =>
      sitesOf(checks, (schema['items'] ?? {}) as JsonObject, entry, [...path, String(at)]),
    );
  if (typeof value !== 'object' || value === null) return [];
  const required = (schema['required'] ?? []) as readonly string[];
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.entries(value).flatMap(([name, entry]) => {
    const member = properties[name];
    if (member === undefined) return [];
    const here = [...path, name];
    const own = hasRules(member) ? [{ path: here, member, isRequired: required.includes(name) }] : [];
    return [...own, ...sitesOf(checks, member, entry, here)];
  });
};

const changed = (value: unknown, path: readonly string[], to: unknown): unknown => {
  const copy: unknown = structuredClone(value);
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy);
  if (to === undefined) delete (holder as Record<string, unknown>)[last];
  else (holder as Record<string, unknown>)[last] = to;
  return copy;
};

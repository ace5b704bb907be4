import { readGenerated } from '@taproot/core/internal';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { DatePlaces, type DateTable } from '../client/date-places.ts';
import { bodyOf, readRoutes } from '../client/read-routes.ts';
import { listOf, objectOf, resolved, textOf } from '../client/schema-node.ts';
import { parseDocument } from '../document/document-file.ts';
import { errors } from '../errors.ts';
import type { JsonObject } from '../json.ts';

/** The parts of a response that a document describes. */
export interface Answered {
  /** HTTP status. */
  readonly status: number;
  /** Content-Type; empty for none. */
  readonly type: string;
  /** The body in UTF-8. */
  readonly text: string;
}

/** An operation of a document, as tests call it. */
export interface ContractRoute {
  /** Its operationId: the name of the route. */
  readonly name: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** `/posts/{id}`; a wildcard has an asterisk after its name. */
  readonly pattern: string;
  /** Whether its body may hold files. */
  readonly files: boolean;
  /** Media type of a body that is sent as it is; undefined for JSON and forms. */
  readonly raw: string | undefined;
  /** Where its responses have dates, for a client that makes `Date` of them. */
  readonly dateTable: () => DateTable;
  /** Says in one line how a response differs from the document; null if it does not. */
  readonly faultOf: (answered: Answered) => string | null;
}

/** A committed document, for checking responses. */
export class Contract {
  readonly #file: string;
  readonly #document: JsonObject;
  readonly #ajv: Ajv2020;
  #dates: DateTable | null = null;
  readonly #checks = new Map<JsonObject, ValidateFunction>();

  constructor(file: string, document: JsonObject) {
    this.#file = file;
    this.#document = document;
    const date = (text: string): boolean => !Number.isNaN(Date.parse(text));
    this.#ajv = new Ajv2020({ strict: false, logger: false, formats: { 'date-time': date } });
    this.#ajv.addSchema({ ...document, $id: 'document' });
  }

  /**
   * Reads a document.
   * @throws E_OPENAPI_UNREADABLE when there is none
   */
  static async read(path: string, file: string): Promise<Contract> {
    const text = await readGenerated(path);
    if (text === null) throw errors.E_OPENAPI_UNREADABLE({ file, reason: 'there is no such file' });
    return new Contract(file, parseDocument(file, text));
  }

  /**
   * The operation of a route by its name. If optional parameters give several operations, returns the one with all given parameters. Null
   * if there is none.
   */
  routeOf(name: string, given: readonly string[]): ContractRoute | null {
    const found = this.#operations()
      .filter(({ id }) => id === name || id.startsWith(`${name}.without.`))
      .toSorted((a, b) => paramsOf(b.template).length - paramsOf(a.template).length);
    const one = found.find(({ template }) => paramsOf(template).every((param) => given.includes(param))) ?? found[0];
    if (one === undefined) return null;
    const { template, method, operation } = one;
    const parameters = listOf(operation['parameters']).map((parameter) => resolved(this.#document, parameter));
    const wild = parameters.filter((parameter) => parameter['x-taproot-wildcard'] === true);
    const body = bodyOf(objectOf(operation['requestBody']));
    const names = new Set(wild.map((parameter) => textOf(parameter['name'])));
    return {
      name,
      method: method.toUpperCase(),
      pattern: template.replaceAll(/\{([^{}]+)\}/g, (whole, param: string) =>
        names.has(param) ? `{${param}*}` : whole,
      ),
      files: body?.files === true,
      raw: body?.raw ?? undefined,
      dateTable: () => (this.#dates ??= new DatePlaces(this.#document, readRoutes(this.#document)).table() ?? noDates),
      faultOf: (answered) => this.#faultOf(one, answered),
    };
  }

  #operations(): Operation[] {
    return Object.entries(objectOf(this.#document['paths'])).flatMap(([template, item]) =>
      Object.entries(objectOf(item)).map(([method, value]) => {
        const operation = objectOf(value);
        return { id: textOf(operation['operationId']), template, method, operation };
      }),
    );
  }

  #faultOf({ template, method, operation }: Operation, { status, type, text }: Answered): string | null {
    const responses = objectOf(operation['responses']);
    const said = `${method.toUpperCase()} ${template} answered ${status}`;
    const key = String(status) in responses ? String(status) : 'default';
    if (key === 'default' && status < 500) {
      const known = Object.keys(responses).filter((other) => other !== 'default');
      return `${said}, which ${this.#file} does not name; it names ${known.join(', ')}.`;
    }
    const response = resolved(this.#document, responses[key]);
    const content = objectOf(response['content']);
    const media = (type.split(';')[0] ?? '').trim().toLowerCase();
    const types = Object.keys(content);
    if (types.length === 0) return text === '' || status < 300 ? bodyFault(text, said, this.#file) : null;
    if (types.includes('*/*')) return null;
    if (!types.includes(media))
      return `${said} with ${media === '' ? 'no body' : media}, but ${this.#file} says ${types.join(' or ')}.`;
    if (!/[/+]json$/.test(media)) return null;
    return this.#jsonFault(objectOf(objectOf(content[media])['schema']), text, said);
  }

  #jsonFault(schema: JsonObject, text: string, said: string): string | null {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return `${said} with a body that is not JSON.`;
    }
    const check = this.#checks.get(schema) ?? this.#ajv.compile(absolute(schema));
    this.#checks.set(schema, check);
    if (check(value)) return null;
    return `${said} with a body that ${this.#file} does not allow: ${faults(check.errors ?? [])}.`;
  }
}

const noDates: DateTable = { nodes: [], replies: {} };

interface Operation {
  readonly id: string;
  readonly template: string;
  readonly method: string;
  readonly operation: JsonObject;
}

const paramsOf = (template: string): string[] => [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

const bodyFault = (text: string, said: string, file: string): string | null =>
  text === '' ? null : `${said} with a body, of which ${file} says nothing.`;

/** The schema with absolute references, which name the document. */
const absolute = (schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `document${value}` : value,
  ) as JsonObject;

/**
 * Writes errors such as `data.0.title must be string`. Shows only the deepest errors, because `anyOf` also reports one for each of its
 * parts.
 */
const faults = (found: readonly ErrorObject[]): string => {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const deepest = Math.max(...found.map(depth));
  const lines = found
    .filter((error) => depth(error) === deepest)
    .map(({ instancePath, message, params }) => {
      const place = instancePath.slice(1).replaceAll('/', '.') || 'it';
      const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
      return `${place} ${message ?? 'is wrong'}${allowed === undefined ? '' : ` ${JSON.stringify(allowed)}`}`;
    });
  return [...new Set(lines)].slice(0, 3).join('; ');
};

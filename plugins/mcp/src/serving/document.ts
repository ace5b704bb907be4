import { readFileSync, statSync } from 'node:fs';
import { hasCode } from '@taproot/core';
import { errors } from '../errors.ts';

/** A JSON object of unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, else an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A method of a path in a document. */
export interface Operation {
  /** `/posts/{id}` */
  readonly template: string;
  /** HTTP method in upper case. */
  readonly method: string;
  readonly operation: JsonObject;
}

/** An OpenAPI document, as far as tools need it. */
export class ApiDocument {
  readonly operations: readonly Operation[];
  readonly #root: JsonObject;

  constructor(root: JsonObject) {
    this.#root = root;
    this.operations = Object.entries(objectOf(root['paths'])).flatMap(([template, item]) =>
      Object.entries(objectOf(item)).map(([method, operation]) => ({
        template,
        method: method.toUpperCase(),
        operation: objectOf(operation),
      })),
    );
  }

  /** The object behind a reference such as `#/components/parameters/Page`, or the value itself. */
  resolved(value: unknown): JsonObject {
    const given = objectOf(value);
    const reference = given['$ref'];
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return given;
    const keys = reference
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    return this.resolved(keys.reduce<unknown>((at, key) => objectOf(at)[key], this.#root));
  }

  /**
   * A schema for the arguments of a tool, and the components that it needs. References lead to `$defs`. Keywords that agents do not need
   * (`x-...`) are left out.
   */
  schema(given: unknown, defs: Map<string, unknown>): unknown {
    if (Array.isArray(given)) return given.map((each) => this.schema(each, defs));
    if (!isObject(given)) return given;
    const entries = Object.entries(given)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) => [key, key === '$ref' ? this.#reference(value, defs) : this.schema(value, defs)] as const);
    return Object.fromEntries(entries);
  }

  #reference(reference: unknown, defs: Map<string, unknown>): unknown {
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(reference)) ?? [];
    if (name === undefined) return reference;
    if (!defs.has(name)) {
      // Set before it is complete, because a schema may contain itself.
      defs.set(name, {});
      defs.set(name, this.schema(this.resolved({ $ref: reference }), defs));
    }
    return `#/$defs/${name}`;
  }
}

/**
 * Reads a document.
 * @throws E_MCP_DOCUMENT
 */
export const readDocument = (file: string): ApiDocument => {
  let root: unknown;
  try {
    root = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = hasCode(cause, 'ENOENT') ? `there is no ${file}` : `${file} cannot be read as JSON`;
    throw errors.E_MCP_DOCUMENT({ reason }, { cause });
  }
  return new ApiDocument(objectOf(root));
};

/** When a file changed, to see whether it did; 0 if there is none. */
export const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

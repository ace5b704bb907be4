import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../../../plugins/openapi/src/json.ts';

/** Holds values against the schemas of a document, by Ajv. */
export class Checks {
  readonly #document: JsonObject;
  readonly #ajv = new Ajv2020({ strict: false, logger: false });
  readonly #compiled = new Map<JsonObject, ValidateFunction>();

  constructor(document: JsonObject) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('binary', true);
    this.#ajv.addSchema({ ...document, $id: 'document' });
  }

  /** What is wrong with a value; null when nothing is. */
  faultOf(schema: JsonObject, value: unknown): string | null {
    const check = this.#compiled.get(schema) ?? this.#ajv.compile(absolute(schema));
    this.#compiled.set(schema, check);
    return check(value) ? null : this.#ajv.errorsText(check.errors);
  }

  /** The object that a reference names, or the object itself. */
  resolve(value: unknown): JsonObject {
    const found = (value ?? {}) as JsonObject;
    const { $ref } = found;
    if (typeof $ref !== 'string') return found;
    const keys = $ref.slice(2).split('/');
    return this.resolve(keys.reduce<unknown>((at, key) => (at as JsonObject)[key], this.#document));
  }
}

const absolute = (schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `document${value}` : value,
  ) as JsonObject;

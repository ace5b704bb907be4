import type { HeaderDescription } from '@taproot/core/plugin';
import { type JsonObject, sorted } from '../json.ts';

/** Headers that many operations have, written once under `components`. */
export class SharedParts {
  readonly #headers = new Map<string, JsonObject>();
  readonly #parameters = new Map<string, JsonObject>();

  /** `components.headers` and `components.parameters`, with the parts that were used. */
  components(): JsonObject {
    return {
      ...(this.#headers.size > 0 ? { headers: sorted(this.#headers) } : {}),
      ...(this.#parameters.size > 0 ? { parameters: sorted(this.#parameters) } : {}),
    };
  }

  /** A header of a response. */
  header({ name, description, type = 'string', required = false }: HeaderDescription): JsonObject {
    const header = { description, ...(required ? { required } : {}), schema: { type } };
    return shared(this.#headers, 'headers', name, header);
  }

  /** A header of the request. */
  parameter({ name, description, type = 'string', required = false }: HeaderDescription): JsonObject {
    const parameter = { name, in: 'header', description, required, schema: { type } };
    return shared(this.#parameters, 'parameters', name, parameter);
  }
}

/** A reference to the first part with this name. A different part with the same name is written in place. */
const shared = (known: Map<string, JsonObject>, kind: string, name: string, part: JsonObject): JsonObject => {
  const first = known.get(name) ?? part;
  known.set(name, first);
  return JSON.stringify(first) === JSON.stringify(part) ? { $ref: `#/components/${kind}/${name}` } : part;
};

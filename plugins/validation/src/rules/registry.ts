import { didYouMean } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { warnOnce } from '../warn-once.ts';
import type { RuleDefinition } from './definition.ts';

interface Entry {
  readonly definition: RuleDefinition;
  readonly origin: string;
}

/** Where rules are found by name. */
export interface RuleSource {
  find(name: string): RuleDefinition | undefined;
  /** The rule with this name; throws when there is none. */
  resolve(name: string, field: string): RuleDefinition;
}

/** The rules of one application, by all their names. */
export class RuleRegistry implements RuleSource {
  readonly #entries = new Map<string, Entry>();

  constructor(builtIn: readonly RuleDefinition[]) {
    for (const definition of builtIn) this.add(definition, 'built in');
  }

  /** Adds a rule under all its names. Throws `E_RULE_DUPLICATE` when one of them is taken. `origin` says where it comes from. */
  add(definition: RuleDefinition, origin: string): void {
    for (const name of namesOf(definition)) {
      const first = this.#entries.get(name)?.origin;
      if (first !== undefined) throw errors.E_RULE_DUPLICATE({ rule: name, first, second: origin });
      this.#entries.set(name, { definition, origin });
    }
  }

  find(name: string): RuleDefinition | undefined {
    return this.#entries.get(name)?.definition;
  }

  /** The rule with this name. Throws `E_RULE_UNKNOWN` with the nearest name. Warns once for a deprecated name. */
  resolve(name: string, field: string): RuleDefinition {
    const definition = this.find(name);
    if (definition === undefined)
      throw errors.E_RULE_UNKNOWN({ field, rule: name.slice(0, 100), hint: didYouMean(name, this.#entries.keys()) });
    if (definition.deprecated?.includes(name) === true) warnOnce('rule', name, definition.name);
    return definition;
  }

  /** All names that a rule string may use. */
  names(): IterableIterator<string> {
    return this.#entries.keys();
  }
}

const namesOf = ({ name, aliases = [], deprecated = [] }: RuleDefinition): readonly string[] => [
  name,
  ...aliases,
  ...deprecated,
];

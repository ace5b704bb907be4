import type { RuleSpec } from './rule-spec.ts';

/** The rule `password`, put together step by step; each step gives a new one. */
export class PasswordRule implements RuleSpec {
  readonly rule = 'password';
  readonly parameters: readonly string[];

  constructor(parameters: readonly string[] = []) {
    this.parameters = Object.freeze(parameters);
  }

  /** The least number of characters. Default: 8. */
  min(characters: number): PasswordRule {
    return this.#with(`min=${characters}`);
  }

  /** The largest number of characters. Default: 128. */
  max(characters: number): PasswordRule {
    return this.#with(`max=${characters}`);
  }

  letters(): PasswordRule {
    return this.#with('letters');
  }

  /** A capital and a small letter. */
  mixedCase(): PasswordRule {
    return this.#with('mixed_case');
  }

  numbers(): PasswordRule {
    return this.#with('numbers');
  }

  /** A character that is neither letter nor digit, for example a space. */
  symbols(): PasswordRule {
    return this.#with('symbols');
  }

  #with(parameter: string): PasswordRule {
    return new PasswordRule([...this.parameters, parameter]);
  }
}

/** A password of 8 to 128 characters; its methods demand more. */
export const passwordRule = (): PasswordRule => new PasswordRule();

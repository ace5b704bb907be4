import type { RuleSpec } from './rule-spec.ts';

/** The rule `password`, put together step by step; each step gives a new one. */
export class PasswordRule implements RuleSpec {
  readonly rule = 'password';
  readonly parameters: readonly string[];

  constructor(parameters: readonly string[] = []) {
    this.parameters = Object.freeze(parameters);
  }

  /** At least so many characters; 8 unless told otherwise. */
  min(characters: number): PasswordRule {
    return this.#with(`min=${characters}`);
  }

  /** At most so many characters; 128 unless told otherwise. */
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

  /** A sign that is neither letter nor digit, a blank for instance. */
  symbols(): PasswordRule {
    return this.#with('symbols');
  }

  #with(parameter: string): PasswordRule {
    return new PasswordRule([...this.parameters, parameter]);
  }
}

/** A password of 8 to 128 characters; its methods demand more. */
export const passwordRule = (): PasswordRule => new PasswordRule();

import type { RouteParameter } from '@taproot/core';
import { constraintSource } from './constraint-source.ts';
import { mixedRegExp } from './pattern-regexp.ts';

/** Tells whether one segment of a canonical path fits. As text it is the same as another that tests the same. */
export interface SegmentTest {
  test(segment: string): boolean;
  toString(): string;
}

/** Tests a mixed segment whose expression may take more than its constraints do. */
class MixedTest implements SegmentTest {
  readonly #regexp: RegExp;
  readonly #constraints: readonly (RegExp | null)[];

  constructor(regexp: RegExp, constraints: readonly (RegExp | null)[]) {
    this.#regexp = regexp;
    this.#constraints = constraints;
  }

  test(segment: string): boolean {
    const captures = this.#regexp.exec(segment);
    return (
      captures !== null && this.#constraints.every((constraint, at) => constraint?.test(captures[at + 1] ?? '') ?? true)
    );
  }

  toString(): string {
    return [this.#regexp, ...this.#constraints].join(' ');
  }
}

/** The test of one mixed segment by itself. */
export const mixedTest = (parts: readonly (string | RouteParameter)[]): SegmentTest => {
  const regexp = mixedRegExp(parts);
  const constraints = parts.filter((part) => typeof part !== 'string').map(({ constraint }) => constraint);
  const exact = constraints.every((constraint) => constraint === null || constraintSource(constraint).exact);
  return exact ? regexp : new MixedTest(regexp, constraints);
};

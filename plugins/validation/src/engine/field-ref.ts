import type { Scope } from '../rules/scope.ts';
import { own } from '../values/own.ts';
import { type Segment, wildcard } from './field-path.ts';

/** Reads a field of the input; undefined when absent. */
export type Reader = (scope: Scope) => unknown;

/**
 * Compiles a path into its reader. The nth `*` takes the key that the nth `*` of `from` stands for at that moment;
 * one more than `from` has finds nothing.
 */
export const compileReader = (segments: readonly Segment[], from: readonly Segment[]): Reader => {
  const [first] = segments;
  if (segments.length === 1 && typeof first === 'string') return (scope) => own(scope.root, first);
  const positions = from.flatMap((segment, position) => (segment === wildcard ? [position] : []));
  let star = 0;
  const steps = segments.map((segment) => (segment === wildcard ? (positions[star++] ?? -1) : segment));
  return (scope) => {
    let value: unknown = scope.root;
    for (const step of steps) {
      value = own(value, typeof step === 'number' ? (scope.path[step] ?? '') : step);
      if (value === undefined) return undefined;
    }
    return value;
  };
};

import { defineRule, type RuleCall, type RuleDefinition, refuseOption } from './definition.ts';

const kinds: Readonly<Record<string, readonly RegExp[]>> = {
  letters: [/\p{L}/u],
  mixed_case: [/\p{Lu}/u, /\p{Ll}/u],
  numbers: [/\p{N}/u],
  symbols: [/[\p{P}\p{S}\p{Z}]/u],
};

// NIST SP 800-63B: at least eight characters, and enough room for a sentence. The maximum limits the work of hashing.
const defaultMin = 8;
const defaultMax = 128;

interface Demands {
  readonly min: number;
  readonly max: number;
  /** Names of `kinds`. */
  readonly needs: readonly string[];
}

const readDemands = (parameters: readonly string[], refuse: RuleCall['fail']): Demands => {
  let [min, max] = [defaultMin, defaultMax];
  const needs: string[] = [];
  for (const parameter of parameters.map((one) => one.trim())) {
    const [, limit, least, most] = /^(?:(\d{1,4})|min=(\d{1,4})|max=(\d{1,4}))$/.exec(parameter) ?? [];
    if (limit !== undefined || least !== undefined) min = Number(limit ?? least);
    else if (most !== undefined) max = Number(most);
    else if (Object.hasOwn(kinds, parameter)) needs.push(parameter);
    else refuseOption({ fail: refuse }, parameter, ['min=8', 'max=128', ...Object.keys(kinds)]);
  }
  if (min > max) refuse(`at least ${min} characters cannot be at most ${max}`);
  return { min, max, needs };
};

const demandsOf = (call: RuleCall): Demands => readDemands(call.parameters, call.fail);

/** How many code points a text has. */
const lengthOf = (text: string): number => {
  let count = 0;
  for (const _point of text) count++;
  return count;
};

const password = defineRule({
  name: 'password',
  compile: (call) => {
    const { min, max, needs } = demandsOf(call);
    const patterns = needs.flatMap((need) => kinds[need] ?? []);
    return (value) => {
      // A text has at most as many code points as units, and at least half as many.
      if (typeof value !== 'string' || value.length > 2 * max || !value.isWellFormed()) return false;
      const length = lengthOf(value);
      return length >= min && length <= max && patterns.every((pattern) => pattern.test(value));
    };
  },
  placeholders: (call) => {
    const { min, max, needs } = demandsOf(call);
    return { min: String(min), max: String(max), values: needs.join(', ').replaceAll('_', ' ') };
  },
});

/** The requirements for a new password: `password:min=12,letters,mixed_case,numbers,symbols`; 8 to 128 characters by default. */
export const passwordRules: readonly RuleDefinition[] = [password];

import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { Scratch } from '../../docs/support/scratch.ts';
import { Random } from '../../support/random.ts';
import { Engine } from '../validators.ts';
import { type RandomInput, randomInput } from './random-input.ts';

/** What came of many random rule maps. */
export interface HeldTypes {
  readonly maps: number;
  /** Inputs that passed, whose valid data were held against the inferred type. */
  readonly passed: number;
  /** What does not have its type. */
  readonly faults: readonly string[];
}

const engine = new Engine({
  rules: new RuleRegistry(builtInRules),
  filters: new FilterRegistry([]),
  services: { now: () => 0, presence: null, resolver: { resolve: () => Promise.resolve([]) } },
  limits: { fields: 1000, failures: 100 },
  timeout: 5,
  translator: null,
  localeOf: () => 'en',
});

/** A value as TypeScript writes it. */
const write = (value: unknown): string => {
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${write(entry)}`)
    .join(', ')} }`;
};

/** The valid data; null when the input does not pass. */
const validated = async ({ rules, data }: RandomInput, typed: boolean): Promise<string | null> => {
  const validator = await engine.validate(null, data, rules, {}, { typed, isFormValue: null });
  return validator.passes() ? write(validator.validated()) : null;
};

// Fresh literals, so that a key which the type does not have is an error, too.
const statement = (input: RandomInput, index: number, type: string, found: string): string =>
  `export const ${type.toLowerCase()}${index}: ${type}<${write(input.rules)}> = ${found};`;

// More lines in one file take the compiler no longer, and fewer files are written.
const linesOfFile = 500;

/** Holds the valid data of random inputs under random rules against the types that the compiler infers from the rules. */
export const holdTypes = async (maps: number, seed: number): Promise<HeldTypes> => {
  const random = new Random(seed);
  const faults: string[] = [];
  const lines: string[] = [];
  const tell = (fault: string): void => void faults.push(fault);
  let passed = 0;
  for (let i = 0; i < maps; i++) {
    const input = randomInput(random);
    for (const [type, typed] of [
      ['Validated', true],
      ['Raw', false],
    ] as const) {
      const found = await validated(input, typed);
      if (found === null) continue;
      passed++;
      lines.push(statement(input, i, `Infer${type}`, found));
    }
  }
  const scratch = await Scratch.create();
  try {
    for (let i = 0; i < lines.length; i += linesOfFile) {
      const header = "import type { InferRaw, InferValidated } from '@taproot/validation';";
      await scratch.write(`held-${i}.ts`, [header, ...lines.slice(i, i + linesOfFile)].join('\n'));
    }
    const complaints = await scratch.compile();
    // With the line that is meant, or nobody could tell what was generated.
    for (const complaint of complaints === '' ? [] : complaints.split(/\n(?=\S)/)) {
      const [, file = '', line = ''] = /^held-(\d+)\.ts\((\d+),/.exec(complaint) ?? [];
      tell(`${complaint}\n    ${lines[Number(file) + Number(line) - 2] ?? ''}`);
    }
  } finally {
    await scratch.remove();
  }
  return { maps, passed, faults };
};

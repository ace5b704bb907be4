/** The argument that clipanion passes to a check. The check adds faults to it, and changes the field's value through it. */
interface CheckState {
  readonly errors?: string[];
  readonly coercions?: [path: string, change: () => unknown][];
  readonly coercion?: (value: unknown) => () => unknown;
}

/** The `validator` of an option or argument. It converts the text to a value of type `Value`; if it cannot, the command does not run. */
export type OptionType<Value> = ((value: unknown, state?: CheckState) => value is Value) & {
  readonly __trait: Value;
};

/** The range of a number, both ends included. */
export interface NumberBounds {
  /** Smallest accepted number; no limit by default. */
  readonly min?: number;
  /** Largest accepted number; no limit by default. */
  readonly max?: number;
}

const optionType = <Value>(read: (text: string) => Value | Error): OptionType<Value> => {
  const check = (value: unknown, state?: CheckState): boolean => {
    if (typeof value !== 'string') return true;
    const result = read(value);
    if (result instanceof Error) {
      // clipanion expects a path within the value first; a dot means the value itself.
      state?.errors?.push(`.: ${result.message}`);
      return false;
    }
    if (state?.coercion !== undefined) state.coercions?.push(['', state.coercion.bind(null, result)]);
    return true;
  };
  // Only types: clipanion takes the type of the field from this member.
  return check as unknown as OptionType<Value>;
};

const within = (number: number, { min = -Infinity, max = Infinity }: NumberBounds): number | Error => {
  if (number < min) return new Error(`expected at least ${min} (got ${number})`);
  return number > max ? new Error(`expected at most ${max} (got ${number})`) : number;
};

/** A number: `Option.String('--rate', '0.5', { validator: number({ min: 0, max: 1 }) })`. */
export const number = (bounds: NumberBounds = {}): OptionType<number> =>
  optionType((text) => {
    const read = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(read) ? within(read, bounds) : new Error(`expected a number (got "${text}")`);
  });

/** A whole number: `Option.String('--limit', '10', { validator: wholeNumber({ min: 1 }) })`. */
export const wholeNumber = (bounds: NumberBounds = {}): OptionType<number> =>
  optionType((text) => {
    const read = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(read) ? within(read, bounds) : new Error(`expected a whole number (got "${text}")`);
  });

/** One of several strings: `Option.String('--format', 'text', { validator: oneOf('text', 'json') })`. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): OptionType<Value> =>
  optionType((text) => {
    const found = values.find((value) => value === text);
    return found ?? new Error(`expected ${values.map((value) => `"${value}"`).join(' or ')} (got "${text}")`);
  });

import { type InspectOptions, inspect } from 'node:util';

/** Writes the result of a line of a prompt. */
export interface ResultWriter {
  (value: unknown): string;
  /** Node's prompt breaks lines by it. */
  readonly options: InspectOptions;
}

/** Writes a value as `written` does, and as Node does where that is null. */
export const resultWriter = (written: (value: unknown) => string | null, colors: boolean): ResultWriter => {
  const options = { colors, showProxy: false, breakLength: 80 };
  const write = (value: unknown): string => written(value) ?? inspect(value, options);
  return Object.assign(write, { options });
};

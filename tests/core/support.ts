import { expect, jest } from '@jest/globals';
import { type AnyPlugin, type Application, type Config, setup } from '@taproot/core';

/** Matches an error by its code and, given, other members. */
export const withCode = (code: string, members: Readonly<Record<string, unknown>> = {}): unknown =>
  expect.objectContaining({ code, ...members });

/** Boots an application without a handle. */
export const bootWith = (plugins: readonly AnyPlugin[], config: Config = {}): Promise<Application> =>
  setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins(plugins)
    .withConfig(config)
    .create();

/** Runs `work` and gives back what it wrote to standard error. */
export const stderrOf = async (work: () => unknown): Promise<string> => {
  let written = '';
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  try {
    await work();
    return written;
  } finally {
    spy.mockRestore();
  }
};

/** A promise that never settles, and keeps nothing alive. */
export const never = (): Promise<never> => new Promise(() => undefined);

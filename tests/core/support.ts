import { expect, jest } from '@jest/globals';
import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin } from '@taproot/core/plugin';

/** Matches an error by its code and, given, other members. */
export const withCode = (code: string, members: Readonly<Record<string, unknown>> = {}): unknown =>
  expect.objectContaining({ code, ...members });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches `E_PLUGIN_FAILED` of a plugin and hook; an error thrown in a test names its line there. */
export const pluginFailed = (plugin: string, hook: string, reason: string): unknown =>
  withCode('E_PLUGIN_FAILED', {
    message: expect.stringMatching(
      `^Plugin "${plugin}" failed in ${escaped(hook)}(?: at tests/core/\\S+\\.test\\.ts:\\d+)?: ${escaped(reason)}$`,
    ),
  });

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

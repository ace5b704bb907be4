import { auth } from '@taproot/auth';
import { type Application, type Config, setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { log } from '@taproot/log';
import { type RootRouter, routing } from '@taproot/routing';

export type Line = Readonly<Record<string, unknown>>;

export interface Logged {
  readonly app: Application;
  /** Every line, as it was written. */
  readonly raw: string[];
  /** Every line, read as JSON. */
  readonly lines: () => Line[];
}

interface LoggedOptions {
  readonly log?: Config['log'];
  readonly http?: { readonly trusted_proxies?: readonly string[] };
  readonly env?: Readonly<Record<string, string>>;
  readonly routes?: (route: RootRouter) => void;
}

const key = 'k3y-of-the-tests-0123456789-abcdefghijk';

/** An application that logs into a list. */
export const logged = async ({ log: settings, http, env, routes }: LoggedOptions = {}): Promise<Logged> => {
  const raw: string[] = [];
  const app = await setup(null, {
    basePath: import.meta.dirname,
    env: { APP_ENV: 'production', APP_KEY: key, LOG_FORMAT: 'json', ...env },
  })
    .withPlugins([routing(), cors(), auth(), log({ write: (line) => void raw.push(line) })])
    .withConfig({ log: settings ?? {}, http: { port: 0, ...http } })
    .withRouting((route) => routes?.(route))
    .create();
  return { app, raw, lines: () => raw.map((line) => JSON.parse(line) as Line) };
};

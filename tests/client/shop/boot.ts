import { type Application, setup } from '@taproot/core';
import type { Options } from '@taproot/core/plugin';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { api } from './routes/api.ts';

/** The application that tests of the client call. */
export const boot = (
  env: Readonly<Record<string, string>> = {},
  config: Options<'openapi'> = {},
): Promise<Application> =>
  setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([routing(), lang(), validation(), openapi(config)])
    .withRouting(api)
    .create();

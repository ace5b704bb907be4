import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type SetupOptions, setup } from '@taproot/core';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { handle } from '../src/facades.ts';
import { registerAll } from '../src/index.ts';
import { abilities, people } from '../src/users.ts';

export const boot = (options: SetupOptions = {}) =>
  setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins([consoleKernel(), routing(), validation(), auth(), openapi({ client: null })])
    .withConfig({ auth: { providers: { users: { driver: 'people' } } } })
    .withCallback(people)
    .withCallback(abilities)
    .withRouting(registerAll)
    .create();

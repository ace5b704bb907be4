import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type SetupOptions, setup } from '@taproot/core';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { createContainer } from '../src/app.module.ts';
import { exceptionFilter } from '../src/common/exception-filter.ts';
import { facades, handle } from '../src/facades.ts';
import { registerRoutes } from '../src/routes.ts';
import { TOKENS } from '../src/tokens.ts';

export const boot = (options: SetupOptions = {}) => {
  const container = createContainer();
  return setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins([
      consoleKernel(),
      routing(),
      validation(),
      auth(),
      openapi({ client: null, title: 'RealWorld, injected' }),
      exceptionFilter(),
    ])
    .withConfig({ auth: { scheme: 'Token', providers: { users: { driver: 'repository' } } } })
    .withCallback(() => {
      facades.Auth().provider('repository', () => container.get(TOKENS.userProvider));
    })
    .withRouting((route) => registerRoutes(route, container))
    .create();
};

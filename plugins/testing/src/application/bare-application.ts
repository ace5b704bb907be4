import { type Application, createFacades, setup } from '@taproot/core';
import { routing } from '@taproot/routing';

let made: Application | null = null;

/**
 * An application with only routing, for contexts that are created without one; shared by the process. It is never opened and
 * holds nothing, so you need not close it.
 */
export const bareApplication = (): Application => {
  if (made !== null) return made;
  const handle = createFacades();
  const builder = setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } });
  // Facades and configuration exist before the first plugin is applied, so a context can be made without waiting.
  builder
    .withPlugins([routing()])
    .create()
    .catch(() => undefined);
  made = handle.facades.App();
  // Reports nothing, because the response of a made context already has its error.
  made.hooks.report.tap('testing', () => undefined);
  return made;
};

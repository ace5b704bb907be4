import { hasCode } from '@taproot/core';

/**
 * Plugins for development: `/_taproot` shows every request while `app.debug` is on. They are `devDependencies`, so an
 * installation for production does not have them. A bundler that knows NODE_ENV leaves them out.
 */
export const development =
  process.env['NODE_ENV'] === 'production'
    ? []
    : await import('@taproot/devtools').then(
        ({ devtools }) => [devtools()],
        (error: unknown) => {
          if (hasCode(error, 'ERR_MODULE_NOT_FOUND')) return [];
          throw error;
        },
      );

import type { Application } from '@taproot/core';

/** Names the plugin that a middleware comes from, by its signature: `throttle` for `throttle:api`. */
export const pluginOf = (app: Application): ((signature: string) => string) => {
  const plugins = new Set(app.plugins.map(({ name }) => name));
  return (signature) => {
    const [name = ''] = /^[\w-]+/.exec(signature) ?? [];
    return app.registry.middleware.get(name)?.plugin ?? (plugins.has(name) ? name : 'app');
  };
};

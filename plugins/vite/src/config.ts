import type { Env } from '@taproot/core';
import { orNull } from '@taproot/core/plugin';

/** The `vite` configuration; its file is config/vite.ts. */
export interface ViteConfig {
  /** The folder of the sources of scripts and style sheets, in the application; `assets` by default. As in vite.config.ts. */
  folder: string;
  /** The folder into which `vite build` writes, in the application; `public/assets` by default. As in vite.config.ts. */
  out: string;
  /**
   * Where browsers find the assets: a path of this application, which then serves them, or an address of a CDN. It begins and ends with `/`
   * or begins with `https://`; `/assets/` by default. One build works below any.
   */
  base: string;
  /**
   * Whether pages load the sources from Vite's server, with hot updates, and need no build. By default they do while `app.debug` is on, and
   * in tests, where no server starts. Never in production. `ASSETS_DEV` sets it, for tests in a browser: `ASSETS_DEV=false`.
   */
  dev: boolean | null;
  /**
   * Whether scripts and style sheets have the nonce of the page's policy; true by default. A page with a nonce cannot be cached. With false
   * the policy must allow them by `'self'`, as it does by default.
   */
  nonce: boolean;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/vite.ts: where scripts and style sheets are, and where browsers find them. */
    vite: ViteConfig;
  }
}

export const viteDefaults = (env: Env): ViteConfig => {
  const dev = env('ASSETS_DEV', '');
  return orNull<ViteConfig>(
    {
      folder: 'assets',
      out: 'public/assets',
      base: '/assets/',
      dev: dev === '' ? null : dev !== 'false',
      nonce: true,
    },
    'dev',
  );
};

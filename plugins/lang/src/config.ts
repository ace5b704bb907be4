import type { Env } from '@taproot/core';

/** The `lang` configuration: the directory of the language files. */
export interface LangConfig {
  /** The directory of the language files, absolute or from the application's folder; `lang` by default. */
  path: string;
  /** Reads the files again when one changes; by default in development alone. */
  reload: boolean;
  /** Bytes of the longest file taken; 1 MiB by default. */
  max_file: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/lang.ts: where the language files are. */
    lang: LangConfig;
  }
}

export const langDefaults = (env: Env): LangConfig => ({
  path: 'lang',
  reload: env('APP_ENV', 'production') === 'development',
  max_file: 1024 * 1024,
});

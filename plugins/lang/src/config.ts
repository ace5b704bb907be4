import type { Env } from '@taproot/core';

/** The `lang` configuration: where the texts lie. */
export interface LangConfig {
  /** The directory of the language files, absolute or from the application's folder. */
  path: string;
  /** Reads the files again when one changes; by default in development only. */
  reload: boolean;
  /** Bytes of the longest file taken. */
  file_limit: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    lang: LangConfig;
  }
}

export const langDefaults = (env: Env): LangConfig => ({
  path: 'lang',
  reload: env('APP_ENV', 'production') === 'development',
  file_limit: 1024 * 1024,
});

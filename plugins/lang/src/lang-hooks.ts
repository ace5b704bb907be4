import { SyncHook } from 'tapable';

/** The hooks of localisation. */
export const createLangHooks = () => ({
  /** A key that neither the locale asked for nor the fallback has. */
  missing: new SyncHook<[string, string]>(['key', 'locale']),
});

/** The hooks of localisation. */
export type LangHooks = Readonly<ReturnType<typeof createLangHooks>>;

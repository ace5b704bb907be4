import { SyncHook } from 'tapable';

/** The hooks of localisation. */
export const createLangHooks = () => ({
  /** Called for a key that neither the requested locale nor the fallback has. */
  missing: new SyncHook<[string, string]>(['key', 'locale']),
});

/** The hooks of localisation. */
export type LangHooks = Readonly<ReturnType<typeof createLangHooks>>;

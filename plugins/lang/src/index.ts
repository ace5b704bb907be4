export type { LangConfig } from './config.ts';
export { errors } from './errors.ts';
export type { Lang } from './lang.ts';
export type { LangHooks } from './lang-hooks.ts';
export { type Translator, translatorOf } from './languages.ts';
export { lang } from './plugin.ts';
export { fillPlaceholders, type Replacements } from './text/fill-placeholders.ts';
export type { LangArguments, LangKey, LangKeys } from './text/lang-keys.ts';

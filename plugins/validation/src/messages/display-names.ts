import type { Translator } from '@taproot/lang';
import { type FieldPath, fieldName, tryFieldPath, wildcard } from '../language/field-path.ts';
import type { DisplayNames } from '../rules/definition.ts';
import { ownText, wildcardText } from './lookup-text.ts';
import type { MessageSources } from './message-sources.ts';

/** The language of messages: that of the request for messages of the developer and of language files, English for built-in ones. */
export const languageOf = ({
  messages,
  translator,
  locale,
}: Pick<MessageSources, 'messages' | 'translator' | 'locale'>) =>
  messages === null ? (translator?.localeOf('validation.required', locale) ?? 'en') : locale;

type Keys = readonly (string | number)[];

/** The display name of a field: from the validation, from the language file, or the field with spaces instead of underscores. */
export const displayName = (field: string, keys: Keys, sources: MessageSources): string => {
  const { attributes, translator, locale } = sources;
  const given = attributes === null ? null : (ownText(attributes, field) ?? wildcardText(attributes, keys));
  return (
    given ?? (translator === null ? null : fileName(field, keys, translator, locale)) ?? field.replaceAll('_', ' ')
  );
};

/** Searches the language file for the field itself, then with stars for the numbers of entries. */
const fileName = (field: string, keys: Keys, translator: Translator, locale: string): string | null => {
  const own = translator.get(`validation.attributes.${field}`, locale);
  if (own !== null || !keys.some((key) => typeof key === 'number')) return own;
  const starred = keys.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
  return translator.get(`validation.attributes.${starred}`, locale);
};

/** Display names of the fields in parameters, relative to the field of `path` at `keys`. */
export const displayNames = (path: FieldPath, keys: Keys, sources: MessageSources): DisplayNames => {
  const of = (parameter: string): string => {
    const other = concreteKeys(parameter, path, keys);
    return other === null ? parameter : displayName(fieldName(other), other, sources);
  };
  return { of, list: (parameters) => parameters.map(of).join(', '), language: () => languageOf(sources) };
};

const concreteKeys = (parameter: string, path: FieldPath, keys: Keys): Keys | null => {
  const taken = keys.filter((_key, i) => path.segments[i] === wildcard);
  let star = 0;
  const other = tryFieldPath(parameter);
  return other?.segments.map((segment) => (segment === wildcard ? (taken[star++] ?? '*') : segment)) ?? null;
};

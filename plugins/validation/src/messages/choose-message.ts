import { lazy } from '@taproot/core/plugin';
import type { Failure } from '../engine/failure.ts';
import { english } from '../english.ts';
import { type Kind, kindOf } from '../values/size.ts';
import { ownText, wildcardText } from './lookup-text.ts';
import type { MessageSources, Texts } from './message-sources.ts';

/** The message from the options of the validation, with unfilled placeholders: first by field and rule, then by rule. */
export const chosenMessage = (
  failure: Failure,
  kind: Kind,
  field: string,
  { messages }: MessageSources,
): string | null => {
  if (messages === null) return null;
  const keys = keysOf(failure, kind);
  return (
    firstOf(keys, (key) => fieldOverride(messages, field, failure.keys, key)) ??
    firstOf(keys, (key) => ownText(messages, key))
  );
};

/**
 * The default text for a rule, with unfilled placeholders. Tries in this order: the custom rule, the language files, our English messages.
 */
export const ruleMessage = (failure: Failure, kind: Kind, { translator, locale, ctx }: MessageSources): string => {
  const keys = keysOf(failure, kind);
  return (
    failure.rule.definition?.message?.(ctx) ??
    (translator === null ? null : firstOf(keys, (key) => translator.get(`validation.${key}`, locale))) ??
    firstOf(keys, defaultText) ??
    'The :attribute is not valid.'
  );
};

/** Key of a special message for this value; null when the rule has the same message for all values. */
export const valueKey = ({ rule, value }: Failure): string | null => rule.valueKey?.(value) ?? null;

const keysOf = (failure: Failure, kind: Kind): readonly string[] => {
  const own = valueKey(failure);
  const keys = failure.rule.messageKeys[kind];
  return own === null ? keys : [own, ...keys];
};

/** The kind of value, which decides about the message. */
export const messageKind = ({ rule, field, value }: Failure): Kind =>
  rule.sized ? kindOf(value, field.kind) : 'string';

const fieldOverride = (messages: Texts, field: string, keys: Failure['keys'], rule: string): string | null =>
  ownText(messages, `${field}.${rule}`) ?? wildcardText(messages, [...keys, ...rule.split('.')]);

const firstOf = (keys: readonly string[], find: (key: string) => string | null): string | null => {
  for (const key of keys) {
    const text = find(key);
    if (text !== null) return text;
  }
  return null;
};

const defaults = lazy((): Texts => {
  const flat: Record<string, string> = {};
  for (const [key, text] of Object.entries(english())) {
    if (typeof text === 'string') flat[key] = text;
    else for (const [kind, typed] of Object.entries(text)) flat[`${key}.${kind}`] = typed;
  }
  return flat;
});

const defaultText = (key: string): string | null => ownText(defaults(), key);

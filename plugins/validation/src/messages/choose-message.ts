import type { Failure } from '../engine/failure.ts';
import { type Kind, kindOf } from '../values/size.ts';
import { english } from './en.ts';
import { ownText, wildcardText } from './lookup-text.ts';
import type { MessageSources, Texts } from './message-sources.ts';

/**
 * The text for a rule that `field` failed, placeholders unfilled. In this order: the override for field and rule, the
 * override for the rule, what the rule itself says, the language files, our own English.
 */
export const chooseMessage = (failure: Failure, kind: Kind, field: string, sources: MessageSources): string => {
  const { messages, translator, locale, ctx } = sources;
  const keys = failure.rule.messageKeys[kind];
  return (
    (messages === null ? null : firstOf(keys, (key) => fieldOverride(messages, field, failure.keys, key))) ??
    (messages === null ? null : firstOf(keys, (key) => ownText(messages, key))) ??
    failure.text ??
    failure.rule.definition?.message?.(ctx) ??
    (translator === null ? null : firstOf(keys, (key) => translator.get(`validation.${key}`, locale))) ??
    firstOf(keys, defaultText) ??
    'The :attribute is not valid.'
  );
};

/** The kind of value by which a message is chosen. */
export const messageKind = ({ rule, field, value }: Failure): Kind =>
  rule.definition?.sized === true ? kindOf(value, field.kind) : 'string';

const fieldOverride = (messages: Texts, field: string, keys: Failure['keys'], rule: string): string | null =>
  ownText(messages, `${field}.${rule}`) ?? wildcardText(messages, [...keys, ...rule.split('.')]);

const firstOf = (keys: readonly string[], find: (key: string) => string | null): string | null => {
  for (const key of keys) {
    const text = find(key);
    if (text !== null) return text;
  }
  return null;
};

const flatten = (): Texts => {
  const flat: Record<string, string> = {};
  for (const [key, text] of Object.entries(english)) {
    if (typeof text === 'string') flat[key] = text;
    else for (const [kind, typed] of Object.entries(text)) flat[`${key}.${kind}`] = typed;
  }
  return flat;
};

const defaults = flatten();

const defaultText = (key: string): string | null => ownText(defaults, key);

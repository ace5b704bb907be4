import type { Failure } from '../engine/failure.ts';
import type { KnownMessage, KnownMessages } from '../engine/kept-messages.ts';
import { toText } from '../values/scalars.ts';
import type { Kind } from '../values/size.ts';
import { chosenMessage, messageKind, ruleMessage, valueKey } from './choose-message.ts';
import { displayName, displayNames } from './display-names.ts';
import type { MessageSources } from './message-sources.ts';
import { fillTemplate } from './template.ts';

// The longest part of a client's value that messages show, in characters.
const longestValue = 100;

/** The finished message of a rule that `field` failed. */
export const makeMessage = (failure: Failure, field: string, sources: MessageSources): string => {
  const { known } = failure.rule;
  const kind = messageKind(failure);
  if (known === null || failure.text !== null || sources.messages !== null || sources.attributes !== null)
    return makeOne(failure, kind, field, sources);
  // The cache has only messages for all values of a kind.
  if (valueKey(failure) !== null) return makeOne(failure, kind, field, sources);
  const { locale, revision } = sources;
  const found = known.find(kind, locale, revision) ?? learn(known, kind, failure, field, sources);
  return found.text ?? recall(found, failure, field, sources);
};

/** A function's result is not a template, because it may contain values from the request. */
const makeOne = (failure: Failure, kind: Kind, field: string, sources: MessageSources): string => {
  const chosen = chosenMessage(failure, kind, field, sources);
  if (chosen === null && failure.text !== null) return failure.text;
  return fill(chosen ?? ruleMessage(failure, kind, sources), failure, field, sources).text;
};

/** Caches only messages of the rule itself and of the language files, because all others may depend on the request. */
const learn = (
  known: KnownMessages,
  kind: Kind,
  failure: Failure,
  field: string,
  sources: MessageSources,
): KnownMessage => {
  const { locale, revision } = sources;
  const { path } = failure.field;
  const template = ruleMessage(failure, kind, sources);
  const { text, varies } = fill(template, failure, field, sources);
  return known.add({
    kind,
    locale,
    revision,
    template,
    text: varies || path.wildcards > 0 ? null : text,
    entries: varies ? null : [],
  });
};

/** Fills the parts of a cached message that differ between fields and values. */
const recall = (
  { template, entries }: KnownMessage,
  failure: Failure,
  field: string,
  sources: MessageSources,
): string => {
  const entry = failure.field.entries?.entry(failure.keys) ?? -1;
  if (entries === null || entry === -1) return fill(template, failure, field, sources).text;
  return (entries[entry] ??= fill(template, failure, field, sources).text);
};

interface Filled {
  readonly text: string;
  /** Whether the text depends on the value. */
  readonly varies: boolean;
}

const fill = (template: string, failure: Failure, field: string, sources: MessageSources): Filled => {
  const { keys, rule } = failure;
  let varies = false;
  let own: Readonly<Record<string, string>> | undefined;
  const fromRule = (name: string): string | undefined => {
    own ??= rule.definition?.placeholders?.(rule.call, displayNames(failure.field.path, keys, sources)) ?? {};
    return Object.hasOwn(own, name) ? own[name] : undefined;
  };
  const fromValue = (name: string): string | undefined => {
    const text = valueText(name, failure);
    varies ||= text !== undefined;
    return text;
  };
  const text = fillTemplate(template, (name) =>
    name === 'attribute' ? displayName(field, keys, sources) : (fromRule(name) ?? fromValue(name)),
  );
  return { text, varies };
};

const valueText = (name: string, { value, keys, rule }: Failure): string | undefined => {
  if (name === 'input') return shorten(toText(value) ?? '');
  // Only messages of custom rules have this placeholder.
  if (name === 'value' && rule.definition?.message !== undefined)
    return shorten(toText(value) ?? JSON.stringify(value) ?? '');
  const [, kind, list] = entryNumber.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const indexes = keys.filter((key) => typeof key === 'number');
  const index = list === undefined ? indexes.at(-1) : indexes[Number(list) - 1];
  if (index === undefined) return undefined;
  return String(kind === 'index' ? index : index + 1);
};

// `:index` of the innermost list, `:index1` of the outermost.
const entryNumber = /^(index|position)([1-9]\d?)?$/;

/** At most a hundred characters of the client's value. */
const shorten = (text: string): string => (text.length <= longestValue ? text : `${text.slice(0, longestValue)}...`);

import type { Failure } from '../engine/run.ts';
import { toText } from '../values/to-text.ts';
import { chooseMessage } from './choose-message.ts';
import { displayName, displayNames } from './display-names.ts';
import type { MessageSources } from './message-sources.ts';
import { fillTemplate } from './template.ts';

// What a client sent comes back in messages only so far.
const longestValue = 100;

/** The finished message of a rule that `field` failed. */
export const makeMessage = (failure: Failure, field: string, sources: MessageSources): string => {
  const { keys, rule, value } = failure;
  let own: Readonly<Record<string, string>> | undefined;
  const fromRule = (name: string): string | undefined => {
    own ??= rule.definition?.placeholders?.(rule.call, displayNames(failure.field.path, keys, sources), value) ?? {};
    return Object.hasOwn(own, name) ? own[name] : undefined;
  };
  return fillTemplate(chooseMessage(failure, field, sources), (name) => {
    if (name === 'attribute') return displayName(field, keys, sources);
    return fromRule(name) ?? common(name, value, keys);
  });
};

const common = (name: string, value: unknown, keys: Failure['keys']): string | undefined => {
  if (name === 'input') return shorten(toText(value) ?? '');
  if (name !== 'index' && name !== 'position') return undefined;
  const index = keys.findLast((key) => typeof key === 'number');
  if (typeof index !== 'number') return undefined;
  return String(name === 'index' ? index : index + 1);
};

/** At most a hundred characters of what the client sent. */
export const shorten = (text: string): string =>
  text.length <= longestValue ? text : `${text.slice(0, longestValue)}...`;

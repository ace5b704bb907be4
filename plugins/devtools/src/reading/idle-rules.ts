import { nearest } from '@taproot/core/internal';
import type { Recording } from '../recorder/recording.ts';
import type { RulesOfField, Step } from '../recorder/step.ts';
import { maskedFields } from './body-fields.ts';

/** A sentence about rules that did nothing, and the validation that had them. */
export interface IdleRules {
  readonly sentence: string;
  readonly step: Step;
}

/** Rules that look at another field first: its name is their first parameter. */
const conditional = /^(?:required|prohibited|exclude|present|missing|accepted|declined)_(if|unless|with|without)$/;

/** Names of the top-level fields that a client sent; null when the body cannot be read here. */
const sentFields = (recording: Recording): ReadonlySet<string> | null => {
  const fields = maskedFields(recording.received, recording.header('content-type') ?? '');
  if (fields === null && recording.received.size > 0) return null;
  const query = new URLSearchParams(recording.target.split('?')[1] ?? '');
  return new Set([...Object.keys(fields ?? {}), ...query.keys()]);
};

const top = (field: string): string => field.split('.', 1)[0] ?? field;

/** Splits a rule such as `in:a,b` into its name and parameters. */
const parse = (rule: string): readonly [name: string, ...parameters: string[]] => {
  const [, name = rule, parameters = ''] = /^([a-z_]+):(.*)$/.exec(rule) ?? [];
  return parameters === '' ? [name] : [name, ...parameters.split(',').map((one) => one.trim())];
};

/** Fields with rules that the client did not send, although it sent a field with almost the same name and without rules. */
const misspelt = (rules: readonly RulesOfField[], sent: ReadonlySet<string>): string[] => {
  const ruled = new Set(rules.map(({ field }) => top(field)));
  const free = [...sent].filter((name) => !ruled.has(name));
  return [...ruled].flatMap((field) => {
    const near = sent.has(field) ? null : nearest(field, free);
    if (near === null) return [];
    return `The rules of \`${field}\` did not apply: the request has no such field. It has \`${near}\`, for which there are no rules. Compare the names, letter by letter.`;
  });
};

/** Conditions that no request can meet: they name an unknown field, or a value that the other field cannot have. */
const impossible = (rules: readonly RulesOfField[], sent: ReadonlySet<string> | null): string[] => {
  const allowed = new Map(
    rules
      .flatMap(({ field, rules: own }) => own.map(parse).map(([name, ...values]) => ({ field, name, values })))
      .filter(({ name }) => name === 'in')
      .map(({ field, values }) => [field, values] as const),
  );
  const known = [...new Set([...rules.map(({ field }) => field), ...(sent ?? [])])];
  return rules.flatMap(({ field, rules: own }) =>
    own.flatMap((rule) => {
      const [name, other = '', ...values] = parse(rule);
      const kind = conditional.exec(name)?.[1];
      if (kind === undefined || other === '') return [];
      const near = known.includes(other) ? null : nearest(other, known);
      if (near !== null)
        return `The rule \`${rule}\` of \`${field}\` looks at \`${other}\`, which has no rules and was not sent. Did you mean \`${near}\`?`;
      const may = allowed.get(other);
      if (kind !== 'if' || may === undefined || values.some((value) => may.includes(value))) return [];
      return `The rule \`${rule}\` of \`${field}\` can never apply: \`${other}\` may only be ${may.map((value) => `\`${value}\``).join(' or ')}.`;
    }),
  );
};

/** Rules of the validations of a request that never apply, because a name or a value in them is wrong. */
export const idleRules = (recording: Recording): IdleRules[] => {
  const sent = sentFields(recording);
  return recording.steps.flatMap((step) =>
    [...(sent === null ? [] : misspelt(step.rules, sent)), ...impossible(step.rules, sent)].map((sentence) => ({
      sentence,
      step,
    })),
  );
};

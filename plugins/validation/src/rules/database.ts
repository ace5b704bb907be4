import { FrameworkError } from '@taproot/core';
import { withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { PresenceBatch, type Scalar } from '../rule/presence-batch.ts';
import { type PresenceTarget, readExists, readUnique } from '../rule/presence-target.ts';
import { defineRule, type RuleCall, type RuleDefinition } from '../rule/rule.ts';
import type { Services } from '../rule/scope.ts';

const seconds = 2;

const presenceRule = (
  name: string,
  readTarget: (call: RuleCall) => PresenceTarget,
  passes: (present: readonly boolean[]) => boolean,
): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1 },
    last: true,
    compile: (call) => {
      const target = readTarget(call);
      return (value, scope) => {
        const values = Array.isArray(value) ? value : [value];
        if (!values.every(isScalar)) return false;
        if (values.length === 0) return true;
        const { services } = scope;
        const batch = scope.state(call.token, () => new PresenceBatch((asked) => ask(call, target, asked, services)));
        return batch.present(values).then(passes);
      };
    },
  });

/** Whether a column can hold it: no database takes a string with a zero character or half a surrogate pair. */
const isScalar = (value: unknown): value is Scalar => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return value === null || typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
};

const ask = async (
  call: RuleCall,
  target: PresenceTarget,
  values: readonly Scalar[],
  { presence }: Services,
): Promise<readonly boolean[]> => {
  const { name: rule, field } = call;
  if (presence === null) throw errors.E_PRESENCE_MISSING({ rule, field });
  const late = new AbortController();
  const answers = presence.present({ ...target, values }, late.signal).catch((error: unknown) => {
    throw unavailable(call, error);
  });
  return withDeadline(answers, seconds, () => {
    late.abort();
    return errors.E_PRESENCE_TIMEOUT({ rule, field, seconds });
  });
};

const unavailable = ({ name: rule, field }: RuleCall, cause: unknown): FrameworkError =>
  cause instanceof FrameworkError ? cause : errors.E_PRESENCE_FAILED({ rule, field }, { cause });

/** Rules that ask a database. They are advisory: between the answer and the insert another request may come first. */
export const databaseRules: readonly RuleDefinition[] = [
  presenceRule('exists', readExists, (present) => !present.includes(false)),
  presenceRule('unique', readUnique, (present) => !present.includes(true)),
];

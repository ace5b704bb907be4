import { inspect } from 'node:util';
import type { Context, FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import type { AuthUser } from '../providers/user-provider.ts';
import type { AbilityEntry, GateRegistry } from './gate-registry.ts';
import { GateResponse } from './gate-response.ts';

/** One question to the gate. */
export interface Question {
  readonly ability: string;
  readonly about: readonly unknown[];
  readonly user: AuthUser | null;
  /** Whether the request certainly has no user; false without a context. */
  readonly guest: boolean;
  readonly ctx: Context | null;
}

export interface Deciding {
  readonly registry: GateRegistry;
  readonly report: (error: FrameworkError, ctx: Context | null) => void;
  /** Called for an undefined ability. */
  readonly unknown: (ability: string, ctx: Context | null) => void;
}

/** Asks `before`, the ability and `after`, in this order. A function that throws or returns an invalid value denies, and is reported. */
export const decide = async (deciding: Deciding, question: Question): Promise<GateResponse> => {
  const response = await ask(deciding, question);
  return tightened(deciding, question, response);
};

const ask = async (deciding: Deciding, question: Question): Promise<GateResponse> => {
  const { registry } = deciding;
  const { ability, about, user, ctx, guest } = question;
  const entry = registry.abilities.get(ability);
  for (const before of registry.before) {
    const first = await opinion(deciding, question, 'before()', () => before(user, ability, about, ctx));
    if (first !== null) return first;
  }
  if (entry === undefined) {
    deciding.unknown(ability, ctx);
    return GateResponse.deny();
  }
  // Abilities run for guests only if their function accepts a missing user.
  if (guest && !entry.guests) return GateResponse.deny();
  return asked(deciding, question, entry);
};

const asked = async (deciding: Deciding, question: Question, entry: AbilityEntry): Promise<GateResponse> => {
  const { ability, about, user, ctx } = question;
  const { before } = entry;
  if (before !== null) {
    const first = await opinion(deciding, question, `before() of "${ability}"`, () =>
      before(user, ability, about, ctx),
    );
    if (first !== null) return first;
  }
  const place = `The ability "${ability}"`;
  const verdict = await attempt(deciding, question, place, () => entry.check(user, about, ctx));
  return verdict === failed ? GateResponse.deny() : (read(verdict) ?? mistaken(deciding, question, place, verdict));
};

/** Passes the decision to the `after` functions, which may only change it to a denial. */
const tightened = async (deciding: Deciding, question: Question, first: GateResponse): Promise<GateResponse> => {
  const { ability, about, user, ctx } = question;
  let response = first;
  for (const after of deciding.registry.after) {
    const told = response;
    const last = await opinion(deciding, question, 'after()', () => after(user, ability, told, about, ctx));
    if (last?.denied() === true && response.allowed()) response = last;
  }
  return response;
};

/** The decision of a `before` or `after` function; null when it leaves the decision open. */
const opinion = async (
  deciding: Deciding,
  question: Question,
  place: string,
  call: () => unknown,
): Promise<GateResponse | null> => {
  const answer = await attempt(deciding, question, place, call);
  if (answer === failed) return GateResponse.deny();
  if (answer === null || answer === undefined) return null;
  return read(answer) ?? mistaken(deciding, question, place, answer);
};

const failed = Symbol('failed');

const attempt = async (
  { report }: Deciding,
  { ctx }: Question,
  place: string,
  call: () => unknown,
): Promise<unknown> => {
  try {
    return await call();
  } catch (error) {
    const reason = reasonOf(error);
    report(errors.E_GATE_FAILED({ place, reason }, { cause: error }), ctx);
    return failed;
  }
};

/** Only the value `true` allows: `'false'`, `1` and an object do not. */
const read = (answer: unknown): GateResponse | null => {
  if (answer instanceof GateResponse) return answer;
  if (answer === true) return GateResponse.allow();
  return answer === false ? GateResponse.deny() : null;
};

const mistaken = ({ report }: Deciding, { ctx }: Question, place: string, answer: unknown): GateResponse => {
  const result = inspect(answer, { depth: 0 }).slice(0, 40);
  report(errors.E_GATE_RESULT({ place, result }), ctx);
  return GateResponse.deny();
};

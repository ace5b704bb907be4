import type { Recording } from '../recorder/recording.ts';
import type { Evidence, Reason } from './evidence.ts';
import { handlerStep, spoken, stopper } from './stopper.ts';

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `The middleware `auth` of the plugin auth`, or the handler; the beginning of a sentence. */
export const speaker = (recording: Recording): string => {
  const { fault } = recording;
  const step = stopper(recording) ?? handlerStep(recording);
  // A middleware refuses by throwing its own error. Any other error means that Taproot refused, for example a malformed
  // body.
  const own = step === undefined || (fault !== null && step.kind === 'middleware' && step.error === '');
  return own ? 'Taproot' : capital(spoken(step));
};

const messageOf = ({ fault }: Recording): string => (fault === null ? '' : ` ${fault.message}`);

const fixOf = ({ fault }: Recording): string => fault?.fix ?? '';

export const explain401 = ({ recording }: Evidence): Reason => {
  const credentials = recording.header('authorization');
  const scheme = credentials?.split(' ', 1)[0] ?? '';
  const cookies = recording.header('cookie') !== undefined;
  if (credentials === undefined && !cookies)
    return {
      sentence: `${speaker(recording)} answered 401, because the request has no credentials: no \`Authorization\` header and no cookie.`,
      fix: fixOf(recording),
    };
  const carried =
    credentials === undefined ? 'cookies, but no `Authorization` header' : `\`Authorization: ${scheme} ...\``;
  return {
    sentence: `${speaker(recording)} answered 401.${messageOf(recording)} The request has ${carried}.`,
    fix: fixOf(recording),
  };
};

export const explain403 = ({ recording }: Evidence): Reason => {
  const denied = recording.steps.findLast(({ kind, outcome }) => kind === 'gate' && outcome === false);
  if (denied === undefined)
    return { sentence: `${speaker(recording)} answered 403.${messageOf(recording)}`, fix: fixOf(recording) };
  const asker = denied.parent === null ? '' : ` ${capital(spoken(denied.parent))} asked for it.`;
  return {
    sentence: `The gate denied the ability \`${denied.name}\`.${asker}${messageOf(recording)}`,
    fix: `Look at the policy or the definition of \`${denied.name}\`, and at the user who sent the request.`,
  };
};

export const explain429 = ({ recording }: Evidence): Reason => {
  const full = recording.steps.findLast(({ kind, outcome }) => kind === 'throttle' && outcome === false);
  const wait = recording.responseHeader('retry-after');
  const later = wait === undefined ? '' : ` The client may try again in ${wait} s.`;
  if (full === undefined)
    return { sentence: `${speaker(recording)} answered 429.${messageOf(recording)}${later}`, fix: fixOf(recording) };
  const limit = recording.responseHeader('x-ratelimit-limit') ?? recording.responseHeader('ratelimit-limit');
  const allowed = limit === undefined ? '' : `, which allows ${limit} ${limit === '1' ? 'request' : 'requests'},`;
  return {
    sentence: `The limiter \`${full.name}\`${allowed} is used up for this client.${later}`,
    fix: `Raise the limit where \`${full.name}\` is registered, or count by something else than the address.`,
  };
};

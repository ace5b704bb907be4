import type { Recording } from '../recorder/recording.ts';
import type { Step } from '../recorder/step.ts';
import { idleRules } from './idle-rules.ts';
import { ownStretches, sumOf } from './own-time.ts';
import { spoken } from './stopper.ts';

/** A finding about a request that its status does not show. Code is in backquotes. */
export interface Mark {
  /** A word or two for lists. */
  readonly label: string;
  readonly sentence: string;
  /** The steps of the finding. */
  readonly steps: readonly Step[];
}

/** A step that takes at least this many milliseconds is slow. */
export const slowStep = 100;
/** If a request runs the same statement this often, a finding says that a loop runs queries. */
const manyQueries = 4;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const repeated = ({ steps }: Recording): Mark[] => {
  const groups = new Map<string, Step[]>();
  for (const step of steps) if (step.kind === 'query') groups.set(step.name, [...(groups.get(step.name) ?? []), step]);
  return [...groups.values()]
    .filter((group) => group.length >= manyQueries)
    .map((group) => ({
      label: 'N+1',
      sentence: `The same statement ran ${group.length} times: \`${group[0]?.name.slice(0, 120)}\`. Load the rows for all of them in one query, with \`whereIn\` or a join.`,
      steps: group,
    }));
};

const slow = (recording: Recording): Mark[] =>
  recording.steps
    .map((step) => ({ step, own: sumOf(ownStretches(step, recording)) }))
    .filter(({ own, step }) => own >= slowStep && step.end !== null)
    .map(({ step, own }) => ({
      label: 'slow',
      sentence: `${capital(step.kind === 'query' ? `the query \`${step.name.slice(0, 120)}\`` : spoken(step))} took ${Math.round(own)} ms by itself, of ${Math.round(recording.duration ?? own)} ms.`,
      steps: [step],
    }));

const late = ({ steps, duration }: Recording): Mark[] => {
  if (duration === null) return [];
  const after = steps.filter(({ kind, end }) => kind !== 'hook' && (end === null || end > duration + 1));
  const outer = after.filter(({ parent }) => parent === null || !after.includes(parent));
  return outer.map((step) => ({
    label: 'late',
    sentence: `${capital(step.kind === 'query' ? `the query \`${step.name.slice(0, 120)}\`` : spoken(step))} went on after the response had been sent. An \`await\` may be missing.`,
    steps: [step],
  }));
};

const swallowed = ({ steps, status }: Recording): Mark[] => {
  const handler = steps.find(({ kind, error }) => kind === 'handler' && error !== '');
  if (handler === undefined || status >= 400) return [];
  const around = handler.parent;
  const who = around === null ? 'Something' : capital(spoken(around));
  return [
    {
      label: 'swallowed',
      sentence: `${capital(spoken(handler))} failed with \`${handler.error}\`, but the client got ${status}. ${who} may have replaced the response of the error.`,
      steps: around === null ? [handler] : [handler, around],
    },
  ];
};

const neverReached = ({ steps, status, route }: Recording): Mark[] => {
  if (route === null || status >= 400 || steps.some(({ kind }) => kind === 'handler')) return [];
  const last = steps.findLast(({ kind }) => kind === 'middleware');
  if (last === undefined || status === 204 || status === 304) return [];
  return [
    {
      label: 'no handler',
      sentence: `${capital(spoken(last))} answered ${status} by itself: it did not call \`next()\`, so the handler never ran.`,
      steps: [last],
    },
  ];
};

const replaced = ({ steps }: Recording): Mark[] =>
  steps
    .filter(({ kind, name, replaced: own }) => kind === 'hook' && own && name.startsWith('http.'))
    .map((step) => ({
      label: 'replaced',
      sentence: `${capital(spoken(step))} returned a response of its own, in place of ${step.name === 'http.request' ? 'the handler' : 'the one it was given'}.`,
      steps: [step],
    }));

const crossOrigin = (recording: Recording): Mark[] => {
  const origin = recording.header('origin');
  const host = recording.header('host');
  if (origin === undefined || recording.duration === null || origin.endsWith(`//${host}`)) return [];
  if (recording.responseHeader('access-control-allow-origin') !== undefined) return [];
  return [
    {
      label: 'CORS',
      sentence: `The page of \`${origin}\` cannot read this response: the response has no \`Access-Control-Allow-Origin\`. Compare the origin, letter by letter, with \`cors.allowed_origins\`, and the path with \`cors.paths\`.`,
      steps: [],
    },
  ];
};

const idle = (recording: Recording): Mark[] =>
  idleRules(recording).map(({ sentence, step }) => ({ label: 'idle rule', sentence, steps: [step] }));

/** All findings about a request. */
export const marksOf = (recording: Recording): Mark[] =>
  [repeated, slow, late, swallowed, neverReached, replaced, crossOrigin, idle].flatMap((find) => find(recording));

import type { Evidence, Reason } from './evidence.ts';
import { explain404, explain405 } from './why-address.ts';
import { explain400, explain422, explain500 } from './why-failed.ts';
import { explain401, explain403, explain429 } from './why-refused.ts';

type Explain = (evidence: Evidence) => Reason;

const explanations: Readonly<Record<number, Explain>> = {
  400: explain400,
  401: explain401,
  403: explain403,
  404: explain404,
  405: explain405,
  422: explain422,
  429: explain429,
};

/** Why a request got the status that it got; null for a success, and while it runs. */
export const whyOf = (evidence: Evidence): Reason | null => {
  const { status, aborted, duration, isWork } = evidence.recording;
  if (isWork) return null;
  if (duration !== null && (status === 0 || aborted))
    return { sentence: 'The client left before the response was complete.', fix: '' };
  if (status < 400) return null;
  return (explanations[status] ?? (status >= 500 ? explain500 : explain400))(evidence);
};

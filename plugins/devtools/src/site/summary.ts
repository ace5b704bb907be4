import type { RouteInfo } from '@taproot/core/plugin';
import { maskText } from '@taproot/routing/pages';
import { marksOf } from '../reading/marks.ts';
import { whyOf } from '../reading/why.ts';
import type { Recording } from '../recorder/recording.ts';

/** A request as JSON, for programs. Secrets are masked. */
export const summaryOf = (recording: Recording, routes: readonly RouteInfo[]) => {
  const { id, at, method, target, status, duration, route, requestId, steps, sent, fault } = recording;
  const why = whyOf({ recording, routes });
  return {
    id,
    at: at.toISOString(),
    method,
    target: maskText(target),
    status,
    milliseconds: duration,
    bytes: sent.size,
    route: route?.path ?? null,
    route_name: route?.name ?? '',
    request_id: requestId,
    why: why?.sentence ?? null,
    fix: why?.fix ?? '',
    fault:
      fault === null
        ? null
        : {
            code: fault.code || fault.name,
            message: fault.message,
            fix: fault.fix,
            place: fault.place,
            stack: fault.stack,
          },
    marks: marksOf(recording).map(({ label, sentence }) => ({ label, sentence })),
    steps: steps.map(({ kind, name, plugin, start, end, depth, outcome, error }) => ({
      kind,
      name,
      plugin,
      start,
      end,
      depth,
      outcome,
      error,
    })),
  };
};

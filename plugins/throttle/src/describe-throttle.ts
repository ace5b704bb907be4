import { describeError, type HeaderDescription, type MiddlewareDescription } from '@taproot/core/plugin';
import { errors } from './errors.ts';

const limit: HeaderDescription = {
  name: 'X-RateLimit-Limit',
  description: 'Requests that one window allows',
  type: 'integer',
};

const remaining: HeaderDescription = {
  name: 'X-RateLimit-Remaining',
  description: 'Requests that are left in this window',
  type: 'integer',
};

const reset: HeaderDescription = {
  name: 'X-RateLimit-Reset',
  description: 'When the window ends, in seconds since 1970',
  type: 'integer',
  required: true,
};

const retryAfter: HeaderDescription = {
  name: 'Retry-After',
  description: 'Seconds to wait before the next request',
  type: 'integer',
  required: true,
};

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
const policies: readonly HeaderDescription[] = [
  { name: 'RateLimit-Policy', description: 'Each limit: its quota `q` in a window of `w` seconds' },
  { name: 'RateLimit', description: 'Each limit: `r` requests remain, the window ends in `t` seconds' },
];

/** The additions of a throttle to a route. They cannot show the limits, which a limiter chooses for each request. */
export const describeThrottle = ({
  ietfHeaders,
  refusesFailures,
}: {
  readonly ietfHeaders: boolean;
  readonly refusesFailures: boolean;
}): MiddlewareDescription => ({
  responseHeaders: [limit, remaining, ...(ietfHeaders ? policies : [])],
  responses: [
    describeError(errors.E_TOO_MANY_REQUESTS, {
      description: 'Too many requests were sent.',
      headers: [retryAfter, reset, { ...limit, required: true }, { ...remaining, required: true }],
    }),
    ...(refusesFailures
      ? [
          describeError(errors.E_THROTTLE_UNAVAILABLE, {
            description: 'Requests cannot be counted now.',
            headers: [retryAfter],
          }),
        ]
      : []),
  ],
});

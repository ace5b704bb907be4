import { createRequire } from 'node:module';
import { hasCode } from '@taproot/core';
import { errors } from '../errors.ts';

/** What find-my-way found: what was stored with the route, and its parameters as they stand in the path. */
export interface FastifyMatch<Stored> {
  readonly store: Stored;
  readonly params: Readonly<Record<string, string>>;
}

/** The part of find-my-way that is used here. */
export interface FastifyMatcher<Stored> {
  on(method: string, path: string, handler: () => void, store: Stored): void;
  find(method: string, path: string): FastifyMatch<Stored> | null;
}

type FindMyWay = <Stored>(options: {
  readonly maxParamLength: number;
  readonly querystringParser: () => null;
}) => FastifyMatcher<Stored>;

const require = createRequire(import.meta.url);

const locate = (): string => {
  try {
    return require.resolve('fastify');
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    throw errors.E_DRIVER_MISSING({ driver: 'fastify', install: 'npm install fastify@5' }, { cause });
  }
};

/** An empty find-my-way, the one that Fastify itself uses; `E_DRIVER_MISSING` when Fastify is not installed. */
export const createFastifyMatcher = <Stored>(): FastifyMatcher<Stored> => {
  // Required from where Fastify lies, since only it depends on it. The package brings no types that can be had this way.
  const findMyWay = createRequire(locate())('find-my-way') as FindMyWay;
  // The length of the whole target was checked before (`http.url_limit`); the query is read by whoever asks for it.
  return findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER, querystringParser: () => null });
};

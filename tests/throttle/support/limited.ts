import { type Application, type Config, FrameworkError, type Middleware, type Response, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { redis } from '@taproot/redis';
import { type FakeContext, fakeContext } from '@taproot/testing';
import { type RateLimiter, throttle } from '@taproot/throttle';

/** What an application reported, and whether it is closed afterwards. */
export interface Limited {
  readonly app: Application;
  readonly limiter: RateLimiter;
  readonly reports: unknown[];
}

export interface LimitedOptions {
  readonly config?: Config['throttle'];
  /** Address of the default Redis connection. */
  readonly url?: string;
  readonly register?: (limiter: RateLimiter, app: Application) => void;
}

/** An application of nothing but throttle and redis, with what it reports. */
export const bootLimiter = async ({ config = {}, url, register }: LimitedOptions = {}): Promise<Limited> => {
  const reports: unknown[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error)),
  });
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, redis(), throttle()])
    .withConfig({ throttle: config, redis: { connections: { default: url === undefined ? {} : { url } } } })
    .withCallback((app) => register?.(app.facades.RateLimiter(), app))
    .create();
  return { app, limiter: app.facades.RateLimiter(), reports };
};

/** The same for as long as `work` takes. */
export const withLimiter = async <Result>(
  options: LimitedOptions,
  work: (limited: Limited) => Promise<Result>,
): Promise<Result> => {
  const limited = await bootLimiter(options);
  try {
    return await work(limited);
  } finally {
    await limited.app.close();
  }
};

export interface FakeRequest {
  readonly ip?: string;
  readonly pattern?: string;
}

/** A request to a route of this pattern, of no driver at all. */
export const requestTo = ({ ip = '127.0.0.1', pattern = '/' }: FakeRequest = {}): FakeContext =>
  fakeContext({ ip, route: pattern });

/** The headers that any response to this request has; numbers as numbers. */
export const headersOf = (ctx: FakeContext): Record<string, unknown> =>
  Object.fromEntries(
    [...ctx.response().noContent(200).headers()].map(([name, value]) => [
      name,
      /^\d+$/.test(String(value)) ? Number(value) : value,
    ]),
  );

/** What came of a request. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly error: unknown;
}

/** Sends a fake request through a middleware; what lies behind it answers 200. */
export const hit = async (middleware: Middleware, request: FakeRequest = {}): Promise<Outcome> => {
  const ctx = requestTo(request);
  try {
    const response: Response | undefined = await middleware.handle(ctx, async () => ctx.response().noContent(200));
    const status = response?.status ?? ctx.response().last()?.status() ?? 0;
    return { status, headers: headersOf(ctx), error: null };
  } catch (error) {
    return { status: error instanceof FrameworkError ? error.status : 500, headers: headersOf(ctx), error };
  }
};

/** So many requests at once: the status of each. */
export const burst = async (middleware: Middleware, count: number, request: FakeRequest = {}): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => hit(middleware, request)))).map(({ status }) => status);

/** How often each status came. */
export const tally = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** The error that `work` throws or rejects with. */
export const faultOf = async (work: () => unknown): Promise<FrameworkError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof FrameworkError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
};

/** Codes of reported errors, in order. */
export const codes = (reports: readonly unknown[]): string[] =>
  reports.map((error) => (error instanceof FrameworkError ? error.code : String(error)));

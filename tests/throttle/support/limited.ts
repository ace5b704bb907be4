import {
  type Application,
  type Config,
  type Context,
  definePlugin,
  FrameworkError,
  type Middleware,
  type Request,
  type Response,
  setup,
} from '@taproot/core';
import { type RateLimiter, throttle } from '@taproot/throttle';

/** What an application reported, and whether it is closed afterwards. */
export interface Limited {
  readonly app: Application;
  readonly limiter: RateLimiter;
  readonly reports: unknown[];
}

export interface LimitedOptions {
  readonly config?: Config['limiter'];
  readonly register?: (limiter: RateLimiter, app: Application) => void;
}

/** An application of nothing but throttle, with what it reports. */
export const bootLimiter = async ({ config = {}, register }: LimitedOptions = {}): Promise<Limited> => {
  const reports: unknown[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error)),
  });
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, throttle()])
    .withConfig({ limiter: config })
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

/** A context of no driver at all: what throttle may use of the contract, and nothing else. */
export const fakeContext = ({ ip = '127.0.0.1', pattern = '/' }: FakeRequest = {}) => {
  const headers: Record<string, string | number> = {};
  const values = new Map<PropertyKey, unknown>();
  let staged: { status: number; body: unknown } | null = null;
  const response = {
    header: (name: string, value: string | number) => {
      headers[name] = value;
      return response;
    },
    json: (status: number, body: unknown) => (staged = { status, body }),
    origin: () => staged,
  };
  const request: Partial<Request> = {
    ip: () => ip,
    originPath: () => pattern,
    id: () => 'fake',
    method: () => 'GET',
    path: () => pattern,
  };
  const context = {
    request: () => request,
    response: () => response,
    value: (key: PropertyKey) => values.get(key),
    withValue: (key: PropertyKey, value: unknown) => values.set(key, value),
  };
  // A contract of eighty methods, of which these are used.
  return { ctx: context as unknown as Context, headers, staged: () => staged };
};

/** What came of a request. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly error: unknown;
}

/** Sends a fake request through a middleware; what lies behind it answers 200. */
export const hit = async (middleware: Middleware, request: FakeRequest = {}): Promise<Outcome> => {
  const { ctx, headers, staged } = fakeContext(request);
  const ok = { status: 200 } as Response;
  try {
    const response: Response | undefined = await middleware.handle(ctx, async () => ok);
    return { status: response?.status ?? staged()?.status ?? 0, headers, error: null };
  } catch (error) {
    return { status: error instanceof FrameworkError ? error.status : 500, headers, error };
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

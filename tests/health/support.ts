import { afterEach } from '@jest/globals';
import { type Application, type Config, type ConfigFile, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, type HealthCheck } from '@taproot/core/plugin';
import { type HealthReport, health } from '@taproot/health';
import { routing } from '@taproot/routing';

/** What a test wants of its application. */
export interface HealthyApplication {
  readonly health?: Exclude<ConfigFile<'health'>, (...args: never[]) => unknown>;
  readonly config?: Config;
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  readonly plugins?: readonly AnyPlugin[];
  readonly env?: string;
}

/** A booted application and what it reported. */
export interface Booted {
  readonly app: Application;
  readonly reports: (Error & { readonly code?: string; readonly fix?: string })[];
}

const open: Application[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** An application with the plugin health and these checks, which ask neither disk nor event loop, and keep no outcome. */
export const boot = async ({ env = 'testing', ...wanted }: HealthyApplication = {}): Promise<Booted> => {
  const reports: Booted['reports'] = [];
  const testing = definePlugin({
    name: 'mail',
    health: () => wanted.checks ?? {},
    apply: (app) => app.hooks.report.tap('mail', (error) => void reports.push(error as Error)),
  });
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: env } })
    .withPlugins([testing, ...(wanted.plugins ?? []), routing(), health()])
    .withConfig({
      http: { port: 0 },
      health: { cache: 0, event_loop: { max_delay: null }, disk: { free: null }, ...wanted.health },
      ...wanted.config,
    })
    .create();
  open.push(app);
  return { app, reports };
};

/** What a path answers: status, body, and headers that matter. */
export const ask = async (app: Application, path = '/health/ready', init: RequestInit = {}) => {
  const response = await app.facades.Route().fetch(new Request(`http://localhost${path}`, init));
  const body = await response.text();
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    text: body,
    report: (body === '' ? null : JSON.parse(body)) as HealthReport | null,
  };
};

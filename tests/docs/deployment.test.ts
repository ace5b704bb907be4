import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { codeBlocks, readPage } from './support/code-blocks.ts';

const fileOf = async (page: string, file: string): Promise<string> => {
  const block = codeBlocks(await readPage(`docs/deployment/${page}.md`)).find((one) => one.file === file);
  if (block === undefined) throw new Error(`docs/deployment/${page}.md shows no ${file}.`);
  return block.code;
};

// `app.shutdown_timeout` of core/src/application/setup.ts.
const shutdownSeconds = 10;

interface Container {
  readonly command?: readonly string[];
  readonly [probe: string]: unknown;
}

interface Resource {
  readonly kind: string;
  readonly spec: {
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly unknown[];
    readonly template?: {
      readonly metadata?: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: { readonly terminationGracePeriodSeconds?: number; readonly containers: readonly Container[] };
    };
  };
}

const probe = (container: Container | undefined, name: string): unknown => {
  const value = container?.[name];
  return typeof value === 'object' && value !== null && 'httpGet' in value ? value.httpGet : undefined;
};

describe('Kubernetes', () => {
  test('the deployment asks the right probes and waits longer than the server', async () => {
    const all = parseAllDocuments(await fileOf('kubernetes', 'app.yaml'));
    expect(all.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const [deployment, service, budget] = all.map((one): Resource => one.toJS());
    expect([deployment?.kind, service?.kind, budget?.kind]).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    const template = deployment?.spec.template;
    const [container] = template?.spec.containers ?? [];
    expect(template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds);
    expect(probe(container, 'livenessProbe')).toEqual({ path: '/health/live', port: 'http' });
    expect(probe(container, 'readinessProbe')).toEqual({ path: '/health/ready', port: 'http' });
    expect(service?.spec.selector).toEqual(template?.metadata?.labels);
  });

  test('the migration is a job of one attempt', async () => {
    const job: Resource = parse(await fileOf('kubernetes', 'migrate.yaml'));
    expect(job.kind).toBe('Job');
    expect(job.spec.template?.spec.containers[0]?.command).toEqual(['node_modules/.bin/taproot', 'migrate']);
  });
});

interface Service {
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
  readonly stop_grace_period?: string;
}

test('Compose: every service that is waited for exists, and can become healthy or complete', async () => {
  const { services, volumes }: { services: Record<string, Service>; volumes: object } = parse(
    await fileOf('docker', 'compose.yaml'),
    { merge: true },
  );
  expect(Object.keys(volumes)).toEqual(['db', 'storage']);
  for (const { depends_on: waits = {} } of Object.values(services))
    for (const [name, { condition }] of Object.entries(waits)) {
      expect(Object.keys(services)).toContain(name);
      if (condition === 'service_healthy') expect(services[name]?.healthcheck).toHaveProperty('test');
    }
  expect(Number.parseInt(services['app']?.stop_grace_period ?? '', 10)).toBeGreaterThan(shutdownSeconds);
});

test('Docker: the file is that of new applications, installed from the lock file', async () => {
  const ours = await readPage('app-skeleton/Dockerfile');
  const instructions = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace('npm install', 'npm ci'));
  expect(instructions(await fileOf('docker', 'Dockerfile'))).toEqual(instructions(ours));
});

test('systemd: node itself is started, and gets time to drain', async () => {
  const unit = await fileOf('systemd', '/etc/systemd/system/shop.service');
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node /m);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(shutdownSeconds);
  // By default systemd gives up after 5 starts in 10 s. The application may end at once.
  expect(Number(/^RestartSec=(\d+)$/m.exec(unit)?.[1]) * 5).toBeGreaterThan(10);
});

test('Prometheus: there is a target for each worker, and one for a reload', async () => {
  const block = codeBlocks(await readPage('docs/observability.md')).find(({ file }) => file === 'prometheus.yml');
  const config: {
    scrape_configs: { static_configs: { targets: string[] }[]; metric_relabel_configs: { regex: string }[] }[];
  } = parse(block?.code ?? '');
  const [
    { static_configs: statics, metric_relabel_configs: rules } = { static_configs: [], metric_relabel_configs: [] },
  ] = config.scrape_configs;
  expect(statics[0]?.targets.map((target) => target.split(':')[1])).toEqual(['9464', '9465', '9466']);
  // The names of the dashboard that end in a unit.
  const dashboard = await readPage('docs/dashboards/taproot.json');
  const timed = new Set(dashboard.match(/\b(?:http|nodejs|taproot)_\w+_seconds/g));
  const renamed = (name: string): boolean =>
    rules.some(({ regex }) => new RegExp(`^${regex}$`).test(name) || new RegExp(`^${regex}$`).test(`${name}_sum`));
  expect([...timed].filter((name) => !renamed(name.replace(/_seconds$/, '')))).toEqual([]);
});

test('PM2: the process gets time to drain, and Taproot runs the workers', async () => {
  const file = await fileOf('pm2', 'ecosystem.config.cjs');
  expect(Number(/kill_timeout: ([\d_]+)/.exec(file)?.[1]?.replaceAll('_', ''))).toBeGreaterThan(shutdownSeconds * 1000);
  expect(file).toContain("exec_mode: 'fork'");
});

test('nginx: connections end in the proxy before they end in the server', async () => {
  const file = await fileOf('nginx', '/etc/nginx/conf.d/shop.conf');
  // `http.keep_alive_timeout` is 5 s.
  expect(Number(/keepalive_timeout (\d+)s;/.exec(file)?.[1])).toBeLessThan(5);
  expect(file.match(/\{/g)).toHaveLength(file.match(/\}/g)?.length ?? 0);
});

import type { Versions } from './pnpm-workspace.ts';

/** The packages for traces and metrics, with their versions; `@taproot/otel` has the version of the other Taproot packages. */
export const otelPackages: Versions = {
  '@opentelemetry/api': '^1.9.0',
  '@opentelemetry/context-async-hooks': '^2.0.0',
  '@opentelemetry/core': '^2.0.0',
  '@opentelemetry/exporter-metrics-otlp-http': '^0.223.0',
  '@opentelemetry/exporter-trace-otlp-http': '^0.223.0',
  '@opentelemetry/resources': '^2.0.0',
  '@opentelemetry/sdk-metrics': '^2.0.0',
  '@opentelemetry/sdk-trace-base': '^2.0.0',
};

/** A replacement in a file of the template: a text that occurs once, and the new text. */
export type Edit = readonly [path: string, from: string, to: string];

const row = (file: string, what: string): string => `| ${file.padEnd(23)} | ${what.padEnd(97)} |\n`;

/** Changes that add the plugins and their settings to files that every application has. */
export const otelEdits: readonly Edit[] = [
  [
    'bootstrap/plugins.ts',
    "import { redis } from '@taproot/redis';\n",
    "import { otel } from '@taproot/otel';\nimport { redis } from '@taproot/redis';\n",
  ],
  [
    'bootstrap/plugins.ts',
    "import { development } from './development.ts';\n",
    "import { telemetry } from '../app/plugins/telemetry.ts';\nimport { development } from './development.ts';\n",
  ],
  ['bootstrap/plugins.ts', '  ...development,\n', '  telemetry(),\n  otel(),\n  ...development,\n'],
  [
    'bootstrap/config.ts',
    "import { throttle } from '../config/throttle.ts';\n",
    "import { telemetry } from '../config/telemetry.ts';\nimport { throttle } from '../config/throttle.ts';\n",
  ],
  ['bootstrap/config.ts', '  redis,\n', '  redis,\n  telemetry,\n'],
  [
    '.env.example',
    '# REDIS_URL=redis://127.0.0.1:6379\n',
    '# REDIS_URL=redis://127.0.0.1:6379\n\n' +
      '# The collector that gets traces and metrics, by OTLP over HTTP. Without it nothing is sent.\n' +
      '# OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318\n',
  ],
  [
    'README.md',
    '| `config/`               |',
    `${row('`config/telemetry.ts`', 'Where traces and metrics go; `app/plugins/telemetry.ts` sends them, by OpenTelemetry.')}| \`config/\`               |`,
  ],
];

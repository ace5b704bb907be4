import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

interface Share {
  readonly pct: number;
}

interface Coverage {
  /** Whether the tests passed; lines that a failing test ran are not tested by it. */
  readonly passed: boolean;
  readonly summary: Summary;
}

type Summary = Readonly<Record<string, { readonly lines: Share; readonly branches: Share }>>;

/** The tests that meet the core: its own, and those of plugins for which parts of it are made. */
const suites =
  'core trace log otel redis health broadcast console routing throttle cors testing devtools lang auth crypt session security openapi'
    .split(' ')
    .map((folder) => `tests/${folder}`);

const coverage = (): Coverage => {
  const directory = mkdtempSync(join(tmpdir(), 'taproot-coverage-'));
  const jest = 'node_modules/jest/bin/jest.js';
  const options = [
    '--silent',
    '--coverage',
    '--collectCoverageFrom=core/src/**/*.ts',
    '--coverageReporters=json-summary',
    `--coverageDirectory=${directory}`,
  ];
  const { status } = spawnSync(process.execPath, [jest, ...options, ...suites], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const summary = JSON.parse(readFileSync(join(directory, 'coverage-summary.json'), 'utf8')) as Summary;
  rmSync(directory, { recursive: true });
  return { passed: status === 0, summary };
};

/** Coverage of the core by the tests that meet it; and, with MUTATION=1, how many mutants of the guarding code they notice. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const { passed, summary } = coverage();
  if (!passed) found.push('The tests of core fail.');
  const { total, ...files } = summary;
  for (const [file, { lines, branches }] of Object.entries(files))
    if (lines.pct < 100 || branches.pct < 99)
      console.log(`${file.slice(root.length + 1)}: lines ${lines.pct} %, branches ${branches.pct} %`);
  console.log(`core: lines ${total?.lines.pct} %, branches ${total?.branches.pct} %`);
  if ((total?.lines.pct ?? 0) < 100) found.push(`${total?.lines.pct} % of the lines of core are covered`);
  if ((total?.branches.pct ?? 0) < 99) found.push(`${total?.branches.pct} % of the branches of core are covered`);
  if (process.env['MUTATION'] === '1') {
    const { status } = spawnSync(process.execPath, [join(root, 'tests', 'mutation', 'run.js')], { stdio: 'inherit' });
    if (status !== 0) found.push('Too many mutants survived.');
  }
  return found;
};

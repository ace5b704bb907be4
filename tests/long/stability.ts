import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const runs = Number(process.env['RUNS'] ?? 20);

/** What jest writes of one run; of it, what is used. */
interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const suite = (report: string): Report => {
  const jest = 'node_modules/jest/bin/jest.js';
  const paths = (process.env['TESTS'] ?? '').split(' ').filter((path) => path !== '');
  spawnSync(process.execPath, [jest, '--silent', '--json', `--outputFile=${report}`, ...paths], {
    cwd: root,
    stdio: 'ignore',
  });
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
};

/** The whole suite (TESTS for a part) so many times in a row (RUNS): the tests that did not always pass. */
export const run = async (): Promise<readonly string[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'taproot-stability-'));
  const failures = new Map<string, number>();
  let tests = 0;
  for (let turn = 1; turn <= runs; turn++) {
    const started = performance.now();
    const { numTotalTests, numPassedTests, testResults } = suite(join(directory, `${turn}.json`));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${turn} of ${runs}: ${numPassedTests} of ${numTotalTests} passed in ${seconds} s`);
    tests = numTotalTests;
    for (const { name, message, status, assertionResults } of testResults) {
      if (status === 'failed') console.log(message);
      const failed = assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName);
      // A file that did not load has no tests to tell of.
      for (const test of failed.length === 0 && status === 'failed' ? ['it does not load'] : failed) {
        const key = `${name.slice(root.length + 1)}: ${test}`;
        failures.set(key, (failures.get(key) ?? 0) + 1);
      }
    }
  }
  rmSync(directory, { recursive: true });
  console.log(
    `${tests} tests, ${runs} times on ${process.platform}, Node ${process.versions.node}: ${failures.size} did not always pass`,
  );
  if (tests === 0) return ['no test was found'];
  return [...failures].map(([test, times]) => `${times} of ${runs}: ${test}`);
};

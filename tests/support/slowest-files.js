/** Files in the list. */
const length = 30;

/** Narrower lists say nothing: a run of one file knows what was slow. */
const fewest = 10;

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1).padStart(7);
const percent = (share) => `${(share * 100).toFixed(1).padStart(5)} %`;

/** Prints which files have skipped tests, how many, and the title of the first one. */
const showSkipped = (testResults, rootDir) => {
  for (const { testFilePath, testResults: tests } of testResults) {
    const skipped = tests.filter(({ status }) => status === 'pending');
    if (skipped.length === 0) continue;
    const path = testFilePath.slice(rootDir.length + 1);
    console.log(`Skipped: ${skipped.length} of ${tests.length} tests in ${path}: ${skipped[0].fullName}`);
  }
};

/** Prints the slowest files of a whole run and the share of all files' time that each takes, and what any run has skipped. */
export default class SlowestFiles {
  #rootDir;

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    showSkipped(testResults, this.#rootDir);
    if (testResults.length < fewest) return;
    const files = testResults
      .map(({ testFilePath, perfStats, numPassingTests, numFailingTests }) => ({
        path: testFilePath.slice(this.#rootDir.length + 1),
        took: perfStats.end - perfStats.start,
        tests: numPassingTests + numFailingTests,
      }))
      .sort((a, b) => b.took - a.took);
    const total = files.reduce((sum, { took }) => sum + took, 0);
    const slowest = files.slice(0, length);
    const together = slowest.reduce((sum, { took }) => sum + took, 0);
    console.log(
      `\nThe ${slowest.length} slowest of ${files.length} files (seconds, share of ${seconds(total).trim()} s, tests):`,
    );
    for (const { path, took, tests } of slowest)
      console.log(`${seconds(took)}  ${percent(took / total)}  ${String(tests).padStart(5)}  ${path}`);
    console.log(`${seconds(together)}  ${percent(together / total)}  together`);
  }
}

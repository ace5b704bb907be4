import { describe, expect, test } from '@jest/globals';
import { readPage } from './support/code-blocks.ts';
import { docPages } from './support/pages.ts';

const folder = 'docs/decisions/';
const index = `${folder}index.md`;
const records = docPages
  .filter((page) => page.startsWith(folder) && page !== index)
  .map((page) => page.slice(folder.length));

describe.each(records)('the record %s', (record) => {
  test('is named by its date, which it repeats beside a status', async () => {
    const [, date = ''] = /^(\d{4}-\d\d-\d\d)-[a-z0-9-]+\.md$/.exec(record) ?? [];
    const page = await readPage(folder + record);
    const [, day, status] = /^\| (\d{4}-\d\d-\d\d) \| (accepted|replaced by \[.+\]\(.+\.md\)) \|$/m.exec(page) ?? [];
    expect({ day, hasStatus: status !== undefined }).toEqual({ day: date, hasStatus: true });
  });

  test('has a context, a decision and consequences', async () => {
    const headings = [...(await readPage(folder + record)).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
  });
});

test('the index has each record once, with its date and its title', async () => {
  const rows = await Promise.all(
    records.map(async (record) => {
      const [, title = ''] = /^# (.+)$/m.exec(await readPage(folder + record)) ?? [];
      return `| ${record.slice(0, 10)} | [${title}](${record}) |`;
    }),
  );
  const listed = (await readPage(index)).split('\n').filter((line) => /^\| \d/.test(line));
  expect(listed.toSorted()).toEqual(rows.toSorted());
});

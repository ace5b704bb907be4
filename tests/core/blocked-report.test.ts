import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { stderrOf } from './support.ts';

test('LC-21 reports are dropped while standard error is full, and that is told once it is not', async () => {
  const app = await setup(null, { env: { APP_ENV: 'production' } }).create();
  const full = (waiting: number): void =>
    void Object.defineProperty(process.stderr, 'writableLength', { value: waiting, configurable: true });
  try {
    full(2 * 1024 * 1024);
    expect(await stderrOf(() => app.report('first', { where: 'request' }))).toBe('');
    expect(await stderrOf(() => app.report('second', { where: 'request' }))).toBe('');
    full(0);
    const told = await stderrOf(() => app.report('third', { where: 'request' }));
    expect(
      told
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { message: string }).message),
    ).toEqual(['2 reports were dropped, because nobody read standard error.', 'third']);
    expect((await stderrOf(() => app.report('fourth', { where: 'request' }))).split('\n')).toHaveLength(2);
  } finally {
    Reflect.deleteProperty(process.stderr, 'writableLength');
    await app.close();
  }
});

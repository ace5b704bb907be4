import { afterEach, expect, jest, test } from '@jest/globals';
import { PrimaryLog } from '../../core/src/run/primary-log.ts';

const written: string[] = [];
const spies = [process.stdout, process.stderr].map((stream) =>
  jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
);

afterEach(() => {
  for (const spy of spies) spy.mockRestore();
});

test('the process that starts workers writes text, and JSON once a worker does', () => {
  const log = new PrimaryLog();
  log.say('2 workers serve.');
  log.complain('lost');
  log.useJson();
  log.say('2 workers serve.');
  log.complain(new Error('lost\n{"level":"fatal"}'));
  for (const spy of spies) spy.mockRestore();
  const [said, complained, ...lines] = written;
  expect([said, complained]).toEqual(['2 workers serve.\n', 'lost\n']);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 'info', time: expect.any(String), where: 'workers', message: '2 workers serve.' },
    expect.objectContaining({ level: 'error', where: 'workers', message: 'lost\n{"level":"fatal"}' }),
  ]);
});

import { describe, expect, test } from '@jest/globals';
import { relativeWords } from '../../../plugins/validation/src/dates/relative-words.ts';
import { dateRules } from '../../../plugins/validation/src/rules/date.ts';
import { createEngine, type TestEngine } from '../engine/support.ts';

describe('F-12: words of a date rule in the language of the message', () => {
  test.each([
    ['now', 'now', 'jetzt'],
    ['today', 'today', 'heute'],
    ['Tomorrow', 'tomorrow', 'morgen'],
    ['yesterday', 'yesterday', 'gestern'],
    ['+1 day', '+1 day', '+1 Tag'],
    ['- 18 years', '-18 years', '-18 Jahre'],
    ['today +2 weeks -5 min', 'today +2 weeks -5 minutes', 'heute +2 Wochen -5 Minuten'],
    ['+1 fortnight', '+2 weeks', '+2 Wochen'],
    ['+30 sec', '+30 seconds', '+30 Sekunden'],
  ])('%s', (written, english, german) => {
    expect([relativeWords(written, 'en'), relativeWords(written, 'de')]).toEqual([english, german]);
  });

  test.each(['2026-01-01', 'starts_at', 'nowhere', ''])('%j is none', (text) => {
    expect(relativeWords(text, 'de')).toBeNull();
  });

  const messageOf = async (language: TestEngine, rule: string, messages?: Record<string, string>): Promise<string> => {
    const options = messages === undefined ? {} : { messages };
    const engine = createEngine({ rules: dateRules, localeOf: () => 'de', ...language });
    return (await engine.validate(null, { when: 'no date' }, { when: rule }, options)).errors().one();
  };
  const german = {
    translator: {
      get: (key: string) => (key === 'validation.after' ? ':attribute muss nach :date sein.' : null),
      localeOf: () => 'de',
      revision: 1,
    },
  };

  test('are those of the file that the message is from, not those of the request', async () => {
    expect(await messageOf(german, 'after:now')).toBe('when muss nach jetzt sein.');
    expect(await messageOf(german, 'after:+7 days')).toBe('when muss nach +7 Tage sein.');
    expect(await messageOf(german, 'after:2026-01-01')).toBe('when muss nach 2026-01-01 sein.');
    expect(await messageOf(german, 'after:starts_at')).toBe('when muss nach starts at sein.');
    expect(await messageOf({}, 'after:today')).toBe('The when must be a date after today.');
    expect(await messageOf({}, 'after:today', { after: 'Erst nach :date.' })).toBe('Erst nach heute.');
  });
});

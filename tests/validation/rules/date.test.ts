import { describe, expect, test } from '@jest/globals';
import { relativeWords } from '../../../plugins/validation/src/dates/relative-words.ts';
import { dateRules } from '../../../plugins/validation/src/rules/date.ts';
import { createEngine, type TestEngine } from '../engine/support.ts';
import { check, holds, message, nothing, now, testRefused, testTable } from './built-in.ts';

const noon = new Date(now);

describe('date', () => {
  testTable([
    {
      rule: 'date',
      takes: [
        '2024-02-29',
        '2024-01-15 10:30:00',
        '2024-01-15 10:30:00.5',
        '2024-01-15T10:30:00',
        '2024-01-15T10:30:00.123Z',
        '2024-01-15T10:30:00+02:00',
        'Mon, 15 Jan 2024 10:30:00 GMT',
        '15 Jan 24 10:30 EST',
        '15 Jan 24 10:30 +0100',
        noon,
      ],
      refuses: [
        '2023-02-29',
        '2024-13-01',
        '2024-2-3',
        '2024-01',
        '20240115',
        '02/03/2024',
        '2024-02-29T24:00',
        '2024-02-30T10:00',
        '2024-02-29T10',
        '2024-02-29  10:00',
        '2024-02-29T10:00Z ',
        '2024-02-29\n',
        '2024-01-15T10:30:00+25:00',
        'Tue, 15 Jan 2024 10:30:00 GMT',
        1.5,
        1718452800,
        true,
        new Date(Number.NaN),
      ],
    },
  ]);
});

describe('V-7: a date to the minute, as datetime-local sends it,', () => {
  test.each([
    '2024-01-15T10:00',
    '2024-01-15 10:00',
    '2024-01-15T10:00Z',
    '2024-01-15T12:00+0200',
    '2024-01-15T12:00+02:00',
  ])('%s is a date, as a value and in a rule', async (written) => {
    expect(await holds('date', written)).toBe(true);
    expect(await holds('date_equals:2024-01-15T10:00:00Z', written)).toBe(true);
    expect(await holds(`date_equals:${written}`, '2024-01-15T10:00:00Z')).toBe(true);
    expect(await holds(`after:${written}`, '2024-01-15T10:00:01Z')).toBe(true);
    expect(await holds(`after:${written}`, '2024-01-15T09:59:59Z')).toBe(false);
  });

  test.each(['2024-01-15T10:00:00+0200', '2024-01-15 10:00:00.5+02:00', '2024-01-15 10:00:00Z'])(
    '%s is one, too',
    async (written) => expect(await holds('date', written)).toBe(true),
  );
});

describe('date_format', () => {
  testTable([
    {
      rule: 'date_format:Y-m-d',
      takes: ['2024-02-29'],
      refuses: ['2024-02-30', '2024-2-3', '22000-01-01', '2000-01-01 ', noon, 20240115],
    },
    { rule: 'date_format:d/m/Y', takes: ['31/12/2012'], refuses: ['12/31/2012', '1/2/2012'] },
    { rule: 'date_format:j.n.y', takes: ['1.2.24'], refuses: ['01.02.24'] },
    { rule: 'date_format:Y-m-d H:i:s,H:i', takes: ['2024-01-15 10:30:00', '10:30'], refuses: ['10:30:00', '24:00'] },
    {
      rule: 'date_format:Y-m-d\\TH:i:sP',
      takes: ['2024-01-15T10:30:00+02:00'],
      refuses: ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00+0200'],
    },
    { rule: 'date_format:Y-m-d\\TH:i:s.vp', takes: ['2024-01-15T10:30:00.123Z'], refuses: ['2024-01-15T10:30:00.12Z'] },
    {
      rule: 'date_format:D\\, j F Y',
      takes: ['Mon, 15 January 2024'],
      refuses: ['Tue, 15 January 2024', 'mon, 15 january 2024'],
    },
    { rule: 'date_format:g:i A', takes: ['12:05 AM', '3:05 PM'], refuses: ['13:05 PM', '3:05 pm', '03:05 PM'] },
    { rule: 'date_format:H:i A', takes: ['13:05 PM'], refuses: ['13:05 AM'] },
    { rule: 'date_format:m-d', takes: ['02-29'], refuses: ['02-30'] },
    { rule: 'date_format:d/m d', takes: ['15/01 15'], refuses: ['15/01 16'] },
    { rule: 'date_format:U', takes: ['0', '-1', '1718452800'], refuses: ['01', '1.5'] },
    { rule: 'date_format:2006-01-02', takes: ['2024-01-15'], refuses: ['2024-02-30', '2024-1-5'] },
    {
      rule: 'date_format:Jan _2\\, 2006 at 3:04pm (MST)',
      takes: ['Jan  5, 2024 at 3:04pm (UTC)'],
      refuses: ['Jan 5, 2024 at 3:04pm (UTC)'],
    },
    { rule: 'date_format:02/01/06 15:04:05.000', takes: ['31/12/24 23:59:59.999'], refuses: ['31/12/24 23:59:59'] },
    {
      rule: 'date_format:2006-01-02T15:04:05.999Z07:00',
      takes: ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00.5+02:00'],
      refuses: ['2024-01-15T10:30:60Z'],
    },
    {
      rule: 'date_format:Monday 2 January 2006',
      takes: ['Monday 15 January 2024'],
      refuses: ['Monday 16 January 2024'],
    },
  ]);

  testRefused([
    ['date_format:Y-q', 'the letter "q" of the format "Y-q"'],
    ['date_format:Y-01-02', "mixes PHP's letters with Go's"],
    ['date_format:', 'it has 0 parameters'],
  ]);
});

describe('comparison with a date in the rule', () => {
  testTable([
    {
      rule: 'before:2024-01-15',
      takes: ['2024-01-14', '2024-01-14 23:59:59'],
      refuses: ['2024-01-15', 'abc', 1, true],
    },
    { rule: 'before_or_equal:2024-01-15', takes: ['2024-01-15'], refuses: ['2024-01-15 00:00:01', '2024-13-40'] },
    { rule: 'after:2024-01-15', takes: ['2024-01-16', noon], refuses: ['2024-01-15', '31/12/2024'] },
    {
      rule: 'after_or_equal:2024-01-15T10:00:00Z',
      takes: ['2024-01-15T12:00:00+02:00'],
      refuses: ['2024-01-15T11:59:59+02:00'],
    },
    {
      rule: 'date_equals:2024-01-15T10:00:00Z',
      takes: ['2024-01-15T12:00:00+02:00'],
      refuses: ['2024-01-15', '2024-01-15T10:00:01Z'],
    },
    { rule: 'date_format:d/m/Y|after:31/12/2012', takes: ['01/01/2013'], refuses: ['31/12/2012', '2013-01-01'] },
    { rule: 'date_format:d/m/Y|after:2012-12-31', takes: ['01/01/2013'], refuses: ['30/12/2012'] },
    { rule: 'date_format:H:i|before_or_equal:17:44', takes: ['17:44'], refuses: ['17:45'] },
    { rule: 'gt_date:2024-01-15', takes: ['2024-01-16'], refuses: ['2024-01-15'] },
    { rule: 'gte_date:2024-01-15', takes: ['2024-01-15'], refuses: ['2024-01-14'] },
    { rule: 'lt_date:2024-01-15', takes: ['2024-01-14'], refuses: ['2024-01-15'] },
    { rule: 'lte_date:2024-01-15', takes: ['2024-01-15'], refuses: ['2024-01-16'] },
  ]);
});

describe('comparison with another field', () => {
  testTable([
    { rule: 'after:o', beside: { o: '2024-01-15' }, takes: ['2024-01-16'], refuses: ['2024-01-15'] },
    { rule: 'date_format:d/m/Y|after:o', beside: { o: '31/12/2023' }, takes: ['01/01/2024'], refuses: ['30/12/2023'] },
    { rule: 'date_format:d/m/Y|after:o', beside: { o: '2023-12-31' }, takes: ['01/01/2024'], refuses: ['30/12/2023'] },
    {
      rule: 'date_format:Y-d-m|date_equals:o',
      beside: { o: '2024-13-05' },
      takes: ['2024-13-05'],
      refuses: ['2024-05-13'],
    },
  ]);

  test("the other field's date is read in the format of its own rules", async () => {
    const fails = async (start: string, end: string): Promise<string[]> => {
      const rules = { start: 'date_format:d/m/Y', end: 'date_format:Y-m-d|after:start' };
      return Object.keys((await check({ start, end }, rules)).errors().all());
    };
    expect(await fails('31/12/2023', '2024-01-01')).toEqual([]);
    expect(await fails('02/01/2024', '2024-01-02')).toEqual(['end']);
    // In another format it is no date, and nothing is after it.
    expect(await fails('2023-12-31', '2024-01-01')).toEqual(['start', 'end']);
    const both = { start: 'date_format:d/m/Y', end: 'date_format:m/d/Y|after:start' };
    expect((await check({ start: '03/02/2024', end: '02/04/2024' }, both)).passes()).toBe(true);
  });

  test("a text in the form of the field's own format is never read in another", async () => {
    expect(await holds('date_format:Y-d-m|before:o', '2024-01-01', { o: '2024-05-13' })).toBe(false);
  });

  test('a field cannot stand for the date that a rule writes', async () => {
    expect(await holds('after:2018-05-12', '1970-01-02', { '2018-05-12': '1970-01-01', today: '1970-01-01' })).toBe(
      false,
    );
    expect(await holds('after:today', '1970-01-02', { today: '1970-01-01' })).toBe(false);
  });

  test('a wildcard takes the same element', async () => {
    const stays = [
      { from: '2024-01-01', to: '2024-01-02' },
      { from: '2024-01-03', to: '2024-01-02' },
    ];
    const validator = await check({ stays }, { 'stays.*.to': 'after:stays.*.from' });
    expect(Object.keys(validator.errors().all())).toEqual(['stays.1.to']);
  });
});

describe('words in rules', () => {
  testTable([
    { rule: 'date_equals:today', takes: ['2024-06-15'], refuses: ['2024-06-16', noon] },
    { rule: 'date_equals:now', takes: [noon, '2024-06-15T12:00:00Z'], refuses: ['2024-06-15'] },
    { rule: 'date_equals:tomorrow', takes: ['2024-06-16'], refuses: ['2024-06-15'] },
    { rule: 'date_equals:yesterday', takes: ['2024-06-14'], refuses: ['2024-06-15'] },
    { rule: 'date_equals:+1 day', takes: ['2024-06-16T12:00:00Z'], refuses: ['2024-06-16'] },
    { rule: 'date_equals:today -1 month +2 weeks', takes: ['2024-05-29'], refuses: ['2024-05-15'] },
    { rule: 'date_equals:Today + 3 hours', takes: ['2024-06-15 03:00:00'], refuses: ['2024-06-15'] },
    { rule: 'date_equals:today -6 months', takes: ['2023-12-15'], refuses: ['2023-11-15'] },
    { rule: 'date_equals:today +1 year', takes: ['2025-06-15'], refuses: ['2024-06-15'] },
    { rule: 'before_or_equal:now', takes: ['2024-06-15 12:00:00'], refuses: ['2024-06-15 12:00:01', 'now', 'today'] },
    { rule: 'date_format:d/m/Y|after:today', takes: ['16/06/2024'], refuses: ['15/06/2024'] },
  ]);

  test('a month after the 31st is the last day of the next', async () => {
    const services = { now: () => Date.UTC(2024, 0, 31, 5) };
    const validator = await check({ f: '2024-02-29' }, { f: 'date_equals:today +1 month' }, services);
    expect(validator.passes()).toBe(true);
  });

  test.each(['2024-06-15T23:59:59.999Z', '2024-03-31T00:59:59Z', '2024-10-27T02:00:00+02:00'])(
    'VA-13 tomorrow begins at the next midnight UTC when it is %s',
    async (moment) => {
      const at = Date.parse(moment);
      const midnight = new Date(Math.floor(at / 86_400_000) * 86_400_000 + 86_400_000);
      const validator = await check({ f: midnight }, { f: 'date_equals:tomorrow' }, { now: () => at });
      expect(validator.passes()).toBe(true);
    },
  );
});

describe('timezone', () => {
  testTable([
    {
      rule: 'timezone',
      takes: ['UTC', 'GMT', 'Europe/Kyiv', 'America/New_York', 'US/Pacific', 'Asia/Kolkata', 'Etc/GMT+5', 'EST5EDT'],
      refuses: ['Mars/Base', 'Local', '12:00', '+08:00', 'abc', 'Europe/', 'utc', 'europe/paris', 'EUROPE/PARIS', 1],
    },
  ]);
});

describe('messages', () => {
  test('name the date of the rule, or the field it means', async () => {
    expect(await message('before:2020-01-01', ':date', { f: '2021-01-01' })).toBe('2020-01-01');
    expect(await message('before:start_date', ':date', { f: '2021-01-01' })).toBe('start date');
    expect(await message('date_format:Y-m-d,H:i', ':format', { f: 'x' })).toBe('Y-m-d');
  });

  test('a field that is absent lets the comparison fail', async () => {
    expect(await holds('before:o', nothing)).toBe(true);
    expect(await holds('before:o', '2024-01-01')).toBe(false);
  });
});

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

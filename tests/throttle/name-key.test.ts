import { expect, test } from '@jest/globals';
import { sql } from '@taproot/database';
import { nameKey } from '@taproot/throttle';
import { anyTables, withDatabase } from '../database/support/application.ts';
import { mysql, onEngine } from '../database/support/engines.ts';

const name = 'ada.strasse@example.com';
const spellings = [
  'ADA.Strasse@example.com',
  'àdá.strasse@example.com',
  'a\u0301da.strasse@example.com',
  'ada.stra\u00DFe@example.com',
  'ada.strasse@example.com ',
  'ada.strasse@example.com   ',
  '\uFF41\uFF44\uFF41.strasse@example.com',
  'ada.stra\u017Fse@example.com',
  'a\u200Bda.strasse@example.com',
];

test('S-13: spellings that a database takes for one name have one key', () => {
  for (const spelling of spellings) expect(nameKey(spelling)).toBe(nameKey(name));
});

test('S-13: names that differ keep keys of their own', () => {
  const names = [
    'ada@example.com',
    'adab@example.com',
    'a.da@example.com',
    'ada+1@example.com',
    'ada@example.org',
    '',
    '0',
  ];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

onEngine(mysql)('on mysql', () => {
  test.each(['utf8mb4_general_ci', 'utf8mb4_unicode_ci'])(
    'S-13: what %s finds equal of these has one key',
    async (collation) => {
      await withDatabase(mysql.connection, async (app) => {
        for (const spelling of [...spellings, 'ada@example.com', 'ada.strass@example.com']) {
          const { rows } = await sql<{ same: number }>`
          select ${spelling} collate ${sql.raw(collation)} = ${name} as same`.execute(anyTables(app));
          if (Number(rows[0]?.same) === 1) expect(nameKey(spelling)).toBe(nameKey(name));
        }
      });
    },
  );
});

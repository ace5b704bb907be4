import { expect, test } from '@jest/globals';
import * as mysql2 from 'mysql2';
import { completeSettings } from '../../plugins/database/src/config/settings.ts';
import { openPool } from '../../plugins/database/src/drivers/mysql.ts';
import { mysql, mysqlUrl, onEngine } from './support/engines.ts';

const settings = completeSettings('main', { driver: 'mysql', url: mysqlUrl }, '');

/** The driver, on a server whose sessions begin with these modes beside their own. */
const onServerWith = (modes: string) => async () => ({
  ...mysql2,
  createPool: (options: string | mysql2.PoolOptions) => {
    const pool = typeof options === 'string' ? mysql2.createPool(options) : mysql2.createPool(options);
    pool.on('connection', (connection) =>
      connection.query(`set session sql_mode = concat(@@session.sql_mode, ',${modes}')`),
    );
    return pool;
  },
});

onEngine(mysql)('on a server in another mode', () => {
  test.each(['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,IGNORE_SPACE'])(
    '%s lets no value become part of a statement',
    async (modes) => {
      if (settings.driver === 'sqlite') throw new Error('These are settings of a server.');
      const pool = await openPool(settings, onServerWith(modes));
      try {
        const link = await pool.acquire();
        const { rows: found } = await link.query("select 1 as one from dual where 'a' = ?", ["' or 1=1 -- "]);
        expect(found).toEqual([]);
        const { rows: kept } = await link.query('select ? as text, @@session.sql_mode as modes', ["a\\'b"]);
        expect(kept).toEqual([{ text: "a\\'b", modes: expect.stringContaining('STRICT') }]);
        for (const mode of modes.split(',').filter((one) => one !== 'NO_BACKSLASH_ESCAPES'))
          expect(JSON.stringify(kept)).toContain(mode);
        link.release();
      } finally {
        await pool.end();
      }
    },
  );
});

import { hasCode } from '@taproot/core';

// PostgreSQL: no number, out of range, no date, out of range, no character of the encoding, no uuid and its like.
const pgsql = ['22003', '22007', '22008', '22021', '22023', '22P02', '22P03'];
// MySQL: what is no date or no value of the column's type.
const mysql = ['ER_WRONG_VALUE', 'ER_TRUNCATED_WRONG_VALUE', 'ER_DATA_OUT_OF_RANGE', 'ER_CANT_AGGREGATE_2COLLATIONS'];

/** Whether an error says that a value does not fit the type of the column. */
export const isMisfit = (error: unknown): boolean => hasCode(error, 'E_ROW_NONE', 'E_ROW_VALUE', ...pgsql, ...mysql);

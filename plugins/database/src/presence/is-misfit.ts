import { hasCode } from '@taproot/core';

// PostgreSQL: number out of range, invalid date, date out of range, invalid characters, invalid parameter, invalid text for the type.
const pgsql = ['22003', '22007', '22008', '22021', '22023', '22P02', '22P03'];
// MySQL: an invalid date, or a value of the wrong type.
const mysql = ['ER_WRONG_VALUE', 'ER_TRUNCATED_WRONG_VALUE', 'ER_DATA_OUT_OF_RANGE', 'ER_CANT_AGGREGATE_2COLLATIONS'];

/** Whether an error says that a value does not fit the type of the column. */
export const isMisfit = (error: unknown): boolean => hasCode(error, 'E_ROW_NONE', 'E_ROW_VALUE', ...pgsql, ...mysql);

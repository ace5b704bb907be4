import type Libsql from 'libsql';

type Row = Record<string, unknown>;
type Read = (value: unknown) => unknown;

/** Changes a row in place, so that its values are the same as on other engines. */
export type ReadRow = (row: Row) => Row;

/**
 * Makes the reader for the rows of a statement. SQLite stores five kinds of values; the declared types of the columns
 * say how to read them. Integers become numbers if a number can hold them, otherwise strings.
 */
export const readColumns = (statement: Libsql.Statement): ReadRow => {
  const reads = new Map<string, Read>();
  for (const { name, type } of statement.columns()) {
    const read = type === null ? undefined : readOf(type);
    if (read !== undefined) reads.set(name, read);
  }
  if (reads.size === 0) return readPlain;
  return (row) => {
    readPlain(row);
    for (const [name, read] of reads) {
      const value = row[name];
      if (value !== null && value !== undefined) row[name] = read(value);
    }
    return row;
  };
};

const readPlain = (row: Row): Row => {
  for (const key in row) {
    const value = row[key];
    if (typeof value === 'bigint') {
      const number = Number(value);
      row[key] = Number.isSafeInteger(number) ? number : String(value);
    } else if (value instanceof ArrayBuffer) row[key] = Buffer.from(value);
  }
  return row;
};

const readOf = (declared: string): Read | undefined => {
  const [, type = '', scale] = /^(\w+)(?:\s*\(\s*\d+\s*(?:,\s*(\d+)\s*)?\))?/.exec(declared) ?? [];
  switch (type.toLowerCase()) {
    case 'bool':
    case 'boolean':
      return readBoolean;
    case 'date':
      return readDate;
    case 'datetime':
    case 'timestamp':
    case 'timestamptz':
      return readMoment;
    case 'json':
    case 'jsonb':
      return readJson;
    case 'decimal':
    case 'numeric':
    case 'decimal_text':
      return decimalReader(scale === undefined ? null : Number(scale));
    default:
      return undefined;
  }
};

const readBoolean: Read = (value) => (value === 1 ? true : value === 0 ? false : value);

/** `bindSqlite()` writes a `Date` in UTC. */
const readDate: Read = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? value.slice(0, 10) : value;

const moment = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/;

/** A moment without a zone is UTC, as in `current_timestamp` of SQLite. */
const readMoment: Read = (value) => {
  const [, date, time, zone = 'Z'] = typeof value === 'string' ? (moment.exec(value) ?? []) : [];
  return date === undefined ? value : new Date(`${date}T${time}${zone}`);
};

const readJson: Read = (value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // SQLite stores any value in any column, so the value may have another type.
    return value;
  }
};

const decimalReader =
  (scale: number | null): Read =>
  (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    return scale === null ? plain(value).replace(/\.$/, '') : withScale(plain(value), scale);
  };

/** A number without an exponent: `1.5e-7` becomes `0.00000015`. SQLite writes exponents even into text columns. */
const plain = (value: string | number): string => {
  const text = String(value);
  const [, sign = '', whole, fraction = '', exponent] = /^([+-]?)(\d+)(?:\.(\d*))?e([+-]?\d{1,3})$/i.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`;
};

/** The value with this many digits after the point. Rounds half away from zero, as servers do. */
const withScale = (value: string, scale: number): string => {
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(value) ?? [];
  if (whole === undefined) return value;
  const up = (fraction[scale] ?? '0') >= '5' ? 1n : 0n;
  const scaled = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`) + up;
  const digits = String(scaled).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return sign === '-' && scaled !== 0n ? `-${text}` : text;
};

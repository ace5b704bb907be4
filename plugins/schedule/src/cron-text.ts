import type { Hint } from '@taproot/core/internal';

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Below60 = `${Digit}` | `${0 | 1 | 2 | 3 | 4 | 5}${Digit}`;
type Hour = `${Digit}` | `${0 | 1}${Digit}` | '20' | '21' | '22' | '23';
type Day = Exclude<`${Digit}` | `${0 | 1 | 2}${Digit}`, '0' | '00'> | '30' | '31';
type Month = Exclude<`${Digit}` | `0${Digit}`, '0' | '00'> | '10' | '11' | '12' | MonthName;
type MonthName = 'JAN' | 'FEB' | 'MAR' | 'APR' | 'MAY' | 'JUN' | 'JUL' | 'AUG' | 'SEP' | 'OCT' | 'NOV' | 'DEC';
type Weekday = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | 'SUN' | 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT';

/** Whether a text is one of the values, or a number that only the running program knows. */
type IsValue<Text extends string, Values extends string> = Text extends Values
  ? true
  : `${number}` extends Text
    ? true
    : false;

type IsRange<Text extends string, Values extends string> = Text extends '*' | '?'
  ? true
  : Text extends `${infer From}-${infer To}`
    ? [IsValue<From, Values>, IsValue<To, Values>] extends [true, true]
      ? true
      : false
    : IsValue<Text, Values>;

type IsItem<Text extends string, Values extends string> = Text extends `${infer Range}/${infer Step}`
  ? [IsRange<Range, Values>, Step] extends [true, `${number}`]
    ? true
    : false
  : // The last days, the nearest weekday and the n-th weekday are left to the program.
    Text extends 'L' | 'LW' | `${number}W` | `${string}#${number}` | `${string}#L` | `${Values}L`
    ? true
    : IsRange<Text, Values>;

type IsField<Text extends string, Values extends string> = Text extends `${infer First},${infer Rest}`
  ? IsItem<First, Values> extends true
    ? IsField<Rest, Values>
    : false
  : IsItem<Text, Values>;

type Fields<Text extends string> =
  Text extends `${infer Minute} ${infer OfHour} ${infer OfDay} ${infer OfMonth} ${infer OfWeek}`
    ? IsField<Minute, Below60> extends true
      ? IsField<OfHour, Hour> extends true
        ? IsField<OfDay, Day> extends true
          ? IsField<Uppercase<OfMonth>, Month> extends true
            ? IsField<Uppercase<OfWeek>, Weekday> extends true
              ? true
              : 'The fifth field is a day of the week: 0 to 7, or SUN to SAT'
            : 'The fourth field is a month: 1 to 12, or JAN to DEC'
          : 'The third field is a day of the month: 1 to 31'
        : 'The second field is an hour: 0 to 23'
      : 'The first field is a minute: 0 to 59'
    : 'A cron text has five fields: minute, hour, day of the month, month, day of the week';

/** A cron text. The compiler checks a literal; other strings are checked when the application boots. */
export type CronText<Text extends string> = string extends Text
  ? Text
  : Text extends '@hourly' | '@daily' | '@midnight' | '@weekly' | '@monthly' | '@yearly' | '@annually'
    ? Text
    : Fields<Text> extends infer Answer
      ? Answer extends string
        ? Hint<Answer>
        : Text
      : never;

/** A time of the day, such as `03:00`. The compiler checks a literal; other strings are checked when the application boots. */
export type TimeText<Text extends string> = string extends Text
  ? Text
  : Text extends `${infer OfHour}:${infer Minute}`
    ? [OfHour, Minute] extends [Hour, `${0 | 1 | 2 | 3 | 4 | 5}${Digit}`]
      ? Text
      : Hint<'A time of the day is written as 03:00 or 17:30, up to 23:59'>
    : Hint<'A time of the day is written as 03:00 or 17:30, up to 23:59'>;

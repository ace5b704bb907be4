import { callPlace, describeValue, type Place } from '@taproot/core/plugin';
import type { CronText, TimeText } from './cron-text.ts';
import { errors } from './errors.ts';
import { checkCron, checkZone, type DayWindow, Times } from './times.ts';

/** One run of an entry: the argument of its work. */
export interface ScheduledRun {
  /** The name of the entry. */
  readonly name: string;
  /** The time that the run was planned for; it may begin a little later. */
  readonly plannedAt: Date;
  /** Aborts when the scheduler stops and its time for running work is over, and when the run has lost its lease. */
  readonly signal: AbortSignal;
}

/** The work of an entry. */
export type ScheduledWork = (run: ScheduledRun) => unknown;

/** Called with the error of a run that failed. */
export type FailureListener = (error: unknown, run: ScheduledRun) => unknown;

/** A day of the week. */
export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const [midnight, allDays] = ['0 0', '* * *'] as const;

/** An entry of the schedule: its work, and when it is done. Each method returns the entry. */
export class ScheduledEntry {
  /** The line that declares it. */
  readonly place: Place;
  /** The kind of work, as listings show it: `call`, `job reports.daily`, `command cache:clear`. */
  readonly kind: string;
  /** Its work. */
  readonly work: ScheduledWork;
  /** Called when a run failed. */
  readonly failed: FailureListener[] = [];
  /** Called before a run; all of them must give true. */
  readonly conditions: ((run: ScheduledRun) => boolean | Promise<boolean>)[] = [];
  /** The environments in which it runs; null for all. */
  onlyIn: readonly string[] | null = null;
  /** Whether a run is left out while an earlier one goes on. */
  alone = false;
  #name: string;
  /** Minute and hour; null until a method says them. */
  #clock: string | null = null;
  /** Day of the month, month and day of the week. */
  #days: string = allDays;
  #daysSet = false;
  /** A whole text, such as `@daily`; null if it has its parts. */
  #text: string | null = null;
  #zone: string | null = null;
  readonly #windows: DayWindow[] = [];
  readonly #isFixed: () => boolean;
  #times: Times | null = null;

  /** Made by `facades.Schedule()`. `isFixed` tells whether the application has booted. */
  constructor(name: string, kind: string, work: ScheduledWork, isFixed: () => boolean) {
    this.#name = checkName(name);
    this.kind = kind;
    this.work = work;
    this.#isFixed = isFixed;
    this.place = callPlace();
  }

  /**
   * Another name: two entries may do the same work at different times.
   * @throws E_SCHEDULE_NAME
   */
  name(name: string): this {
    this.#change();
    this.#name = checkName(name);
    return this;
  }

  /** The name under which runs are claimed. */
  get entryName(): string {
    return this.#name;
  }

  /**
   * The times as a cron text of five fields: minute, hour, day of the month, month, day of the week. A day matches if either the day of the
   * month or the day of the week does, as in cron.
   * @throws E_SCHEDULE_CRON, E_SCHEDULE_TIMES
   * @example schedule.call('tidy', tidy).cron('30 3 * * 1-5');
   */
  cron<const Text extends string>(text: CronText<Text>): this {
    const checked = checkCron(text);
    this.#setTimes('cron()');
    if (this.#daysSet) throw this.#again('cron()');
    if (checked.startsWith('@')) this.#text = checked;
    else {
      const [minute = '', hour = '', ...days] = checked.trim().split(/\s+/);
      this.#clock = `${minute} ${hour}`;
      this.#days = days.join(' ');
    }
    this.#daysSet = true;
    return this;
  }

  /** Each minute. */
  everyMinute(): this {
    return this.#each('everyMinute()', '* *');
  }

  /** Each second minute: 0, 2, 4 and so on. */
  everyTwoMinutes(): this {
    return this.#each('everyTwoMinutes()', '*/2 *');
  }

  /** Minutes 0, 5, 10 and so on of each hour. */
  everyFiveMinutes(): this {
    return this.#each('everyFiveMinutes()', '*/5 *');
  }

  /** Minutes 0, 10, 20, 30, 40 and 50 of each hour. */
  everyTenMinutes(): this {
    return this.#each('everyTenMinutes()', '*/10 *');
  }

  /** Minutes 0, 15, 30 and 45 of each hour. */
  everyFifteenMinutes(): this {
    return this.#each('everyFifteenMinutes()', '*/15 *');
  }

  /** Minutes 0 and 30 of each hour. */
  everyThirtyMinutes(): this {
    return this.#each('everyThirtyMinutes()', '*/30 *');
  }

  /** At the beginning of each hour. */
  hourly(): this {
    return this.#each('hourly()', '0 *');
  }

  /** At these minutes of each hour, 0 to 59. @throws E_SCHEDULE_TIME */
  hourlyAt(...minutes: readonly [number, ...number[]]): this {
    return this.#each('hourlyAt()', `${this.#list(minutes, 0, 59, 'minutes')} *`);
  }

  /** Each day at midnight. */
  daily(): this {
    return this.#each('daily()', midnight);
  }

  /**
   * Each day at a time.
   * @throws E_SCHEDULE_TIME, E_SCHEDULE_ZONE
   * @example schedule.job(report).dailyAt('03:00', 'Europe/Berlin');
   */
  dailyAt<const Text extends string>(time: TimeText<Text>, zone?: string): this {
    this.#each('dailyAt()', this.#clockOf(time));
    return zone === undefined ? this : this.timezone(zone);
  }

  /** At a time of the days that another method names, such as `mondays().at('08:00')`. @throws E_SCHEDULE_TIME */
  at<const Text extends string>(time: TimeText<Text>): this {
    this.#change();
    if (this.#text !== null || (this.#clock !== null && this.#clock !== midnight)) throw this.#again('at()');
    this.#clock = this.#clockOf(time);
    return this;
  }

  /** Each day at two hours, 1 and 13 by default. @throws E_SCHEDULE_TIME */
  twiceDaily(first = 1, second = 13): this {
    return this.#each('twiceDaily()', `0 ${this.#list([first, second], 0, 23, 'hours')}`);
  }

  /** Each Sunday at midnight. */
  weekly(): this {
    return this.#each('weekly()', midnight, '* * 0');
  }

  /** On the first day of each month, at midnight. */
  monthly(): this {
    return this.#each('monthly()', midnight, '1 * *');
  }

  /** On a day of each month, 1 to 31. A month that has no such day is left out. @throws E_SCHEDULE_TIME */
  monthlyOn<const Text extends string = '00:00'>(day: number, time?: TimeText<Text>): this {
    const on = this.#list([day], 1, 31, 'a day of the month');
    return this.#each('monthlyOn()', this.#clockOf(time ?? '00:00'), `${on} * *`);
  }

  /** On the last day of each month, at midnight. */
  lastDayOfMonth(): this {
    return this.#each('lastDayOfMonth()', midnight, 'L * *');
  }

  /** On the first day of January, April, July and October, at midnight. */
  quarterly(): this {
    return this.#each('quarterly()', midnight, '1 1,4,7,10 *');
  }

  /** On the first of January, at midnight. */
  yearly(): this {
    return this.#each('yearly()', midnight, '1 1 *');
  }

  /** Only on these days; at midnight if nothing else says a time. */
  days(...days: readonly [Weekday, ...Weekday[]]): this {
    this.#change();
    if (this.#daysSet) throw this.#again('days()');
    const numbers = days.map((day) => weekdays.indexOf(day));
    if (numbers.includes(-1)) throw this.#wrong(days, 'days such as "monday"');
    this.#days = `* * ${numbers.join(',')}`;
    this.#daysSet = true;
    return this;
  }

  /** Only from Monday to Friday; at midnight if nothing else says a time. */
  weekdays(): this {
    return this.days('monday', 'tuesday', 'wednesday', 'thursday', 'friday');
  }

  /** Only on Saturday and Sunday; at midnight if nothing else says a time. */
  weekends(): this {
    return this.days('saturday', 'sunday');
  }

  /** Only on Mondays; at midnight if nothing else says a time. */
  mondays(): this {
    return this.days('monday');
  }

  /** Only on Tuesdays; at midnight if nothing else says a time. */
  tuesdays(): this {
    return this.days('tuesday');
  }

  /** Only on Wednesdays; at midnight if nothing else says a time. */
  wednesdays(): this {
    return this.days('wednesday');
  }

  /** Only on Thursdays; at midnight if nothing else says a time. */
  thursdays(): this {
    return this.days('thursday');
  }

  /** Only on Fridays; at midnight if nothing else says a time. */
  fridays(): this {
    return this.days('friday');
  }

  /** Only on Saturdays; at midnight if nothing else says a time. */
  saturdays(): this {
    return this.days('saturday');
  }

  /** Only on Sundays; at midnight if nothing else says a time. */
  sundays(): this {
    return this.days('sunday');
  }

  /** The time zone of its times, such as `Europe/Berlin`; `schedule.timezone` by default. @throws E_SCHEDULE_ZONE */
  timezone(zone: string): this {
    this.#change();
    this.#zone = checkZone(zone);
    return this;
  }

  /** Only at times from `from` on and before `to`; over midnight if `to` is earlier. @throws E_SCHEDULE_TIME */
  between<const From extends string, const To extends string>(from: TimeText<From>, to: TimeText<To>): this {
    return this.#window(from, to, false);
  }

  /** Only at times before `from`, or from `to` on. @throws E_SCHEDULE_TIME */
  unlessBetween<const From extends string, const To extends string>(from: TimeText<From>, to: TimeText<To>): this {
    return this.#window(from, to, true);
  }

  /** Only in these environments: the values of `APP_ENV`. */
  environments(...names: readonly [string, ...string[]]): this {
    this.#change();
    this.onlyIn = names;
    return this;
  }

  /** Asked before each run; it is left out if the answer is false. The time counts as done. */
  when(condition: (run: ScheduledRun) => boolean | Promise<boolean>): this {
    this.#change();
    this.conditions.push(condition);
    return this;
  }

  /** A run is left out while an earlier one goes on, in any process. If its process was killed, the next run notices that within half a minute. */
  withoutOverlapping(): this {
    this.#change();
    this.alone = true;
    return this;
  }

  /** Called when a run failed. The error is reported anyway. */
  onFailure(listener: FailureListener): this {
    this.#change();
    this.failed.push(listener);
    return this;
  }

  /** The cron text; null if no method says when. */
  get text(): string | null {
    if (this.#text !== null) return this.#text;
    if (this.#clock === null && !this.#daysSet) return null;
    return `${this.#clock ?? midnight} ${this.#days}`;
  }

  /** The time zone; null for that of the configuration. */
  get zone(): string | null {
    return this.#zone;
  }

  /** The planned times. Called when the application has booted. */
  times(zone: string): Times {
    this.#times ??= new Times(this.text ?? '', this.#zone ?? zone, this.#windows);
    return this.#times;
  }

  #each(call: string, clock: string, days?: string): this {
    this.#setTimes(call);
    this.#clock = clock;
    if (days === undefined) return this;
    if (this.#daysSet) throw this.#again(call);
    this.#days = days;
    this.#daysSet = true;
    return this;
  }

  #window(from: unknown, to: unknown, outside: boolean): this {
    this.#change();
    const [begin, end] = [this.#minuteOf(from), this.#minuteOf(to)];
    if (begin === end) throw this.#wrong(to, 'an end that differs from the beginning');
    this.#windows.push({ from: begin, to: end, outside });
    return this;
  }

  #setTimes(call: string): void {
    this.#change();
    if (this.#clock !== null || this.#text !== null) throw this.#again(call);
  }

  #change(): void {
    if (this.#isFixed()) throw errors.E_SCHEDULE_LATE({ name: this.#name });
  }

  #again(call: string): Error {
    return errors.E_SCHEDULE_TIMES({ name: this.#name, call });
  }

  #wrong(value: unknown, expected: string): Error {
    return errors.E_SCHEDULE_TIME({ name: this.#name, value: describeValue(value), expected });
  }

  #list(numbers: readonly number[], least: number, most: number, what: string): string {
    const fits = numbers.every((one) => Number.isSafeInteger(one) && one >= least && one <= most);
    if (!fits) throw this.#wrong(numbers, `${what} from ${least} to ${most}`);
    return [...new Set(numbers)].join(',');
  }

  #minuteOf(time: unknown): number {
    const [, hour, minute] = (typeof time === 'string' && /^(\d{1,2}):([0-5]\d)$/.exec(time)) || [];
    if (hour === undefined || Number(hour) > 23) throw this.#wrong(time, 'a time of the day such as "03:00"');
    return Number(hour) * 60 + Number(minute);
  }

  #clockOf(time: unknown): string {
    const minutes = this.#minuteOf(time);
    return `${minutes % 60} ${Math.floor(minutes / 60)}`;
  }
}

const checkName = (name: unknown): string => {
  if (typeof name !== 'string' || !/^[\w.:/-]{1,100}$/.test(name))
    throw errors.E_SCHEDULE_NAME({ value: describeValue(name) });
  return name;
};

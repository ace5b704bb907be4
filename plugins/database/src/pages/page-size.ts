import { inspect } from 'node:util';
import { errors } from '../errors.ts';

/** Rows of a page by default. */
const usual = 20;

/** Checks a number of rows or pages, in case the application did not validate it. */
export const wholeNumber = (option: string, value: number | null | undefined, fallback = usual): number => {
  const number = value ?? fallback;
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw errors.E_PAGE_OPTION({ option, value: inspect(value) });
};

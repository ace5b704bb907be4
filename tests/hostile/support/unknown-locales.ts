import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Application, Context } from '@taproot/core';
import { translatorOf } from '@taproot/lang';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** A request as far as a locale goes: what is set is not checked. */
export const contextIn = (first: string): Context => {
  let locale = first;
  const ctx: Partial<Context> = {
    locale: () => locale,
    setLocale(next) {
      locale = next;
      return ctx as Context;
    },
    value: () => undefined,
  };
  return ctx as Context;
};

/** Bytes that so many names of locales nobody has, each asked for once, leave on the heap. */
export const askUnknownLocales = (app: Application, names: number): number => {
  const ask = (from: number, count: number): void => {
    for (let i = from; i < from + count; i++) {
      const name = `xa-${i.toString(36)}`;
      const lang = app.facades.Lang(contextIn(name));
      lang.get('hello');
      lang.choice('no|such', i);
      translatorOf(app)?.get('hello', name);
    }
  };
  // Before anything is measured, all of it has run.
  ask(0, 1000);
  const before = heap();
  ask(1000, names);
  return heap() - before;
};

import type { Application } from '@taproot/core';
import { Languages } from './languages.ts';

const made = new WeakMap<Application, Languages>();

/** The languages of an application, made when first asked for; empty until the plugin has loaded them. */
export const languagesOf = (app: Application): Languages => {
  const known = made.get(app);
  if (known !== undefined) return known;
  const languages = new Languages(app);
  made.set(app, languages);
  return languages;
};

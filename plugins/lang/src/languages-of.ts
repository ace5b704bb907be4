import { perApp } from '@taproot/core/plugin';
import { Languages } from './languages.ts';

/** The languages of an application, created on first use; empty until the plugin has loaded them. */
export const languagesOf = perApp((app) => new Languages(app));

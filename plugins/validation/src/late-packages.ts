import { createRequire } from 'node:module';
import { lazy } from '@taproot/core/plugin';
import type Ipaddr from 'ipaddr.js';
import type IsEmail from 'validator/lib/isEmail.js';
import type IsUrl from 'validator/lib/isURL.js';

const require = createRequire(import.meta.url);

// Packages that only a few rules need, loaded with their first check.

export const ipaddr = lazy((): typeof Ipaddr => require('ipaddr.js'));
export const isEmail = lazy((): typeof IsEmail => require('validator/lib/isEmail.js'));
export const isUrl = lazy((): typeof IsUrl => require('validator/lib/isURL.js'));

import { createRequire } from 'node:module';
import { lazy } from '@taproot/core/plugin';
import type Ipaddr from 'ipaddr.js';
import type IsEmail from 'validator/lib/isEmail.js';
import type IsUrl from 'validator/lib/isURL.js';

const require = createRequire(import.meta.url);

// What a few rules need, and none before it is checked.

export const ipaddr = lazy((): typeof Ipaddr => require('ipaddr.js'));
export const isEmail = lazy((): typeof IsEmail => require('validator/lib/isEmail.js'));
export const isUrl = lazy((): typeof IsUrl => require('validator/lib/isURL.js'));

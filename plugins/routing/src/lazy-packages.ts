import { createRequire } from 'node:module';
import { lazy } from '@taproot/core/plugin';
import type Ipaddr from 'ipaddr.js';
import type * as MimeTypes from 'mime-types';
import type Qs from 'qs';

const require = createRequire(import.meta.url);

// Packages that synchronous code needs only sometimes or with some settings, so the boot does not load them.

export const ipaddr = lazy((): typeof Ipaddr => require('ipaddr.js'));
export const mimeTypes = lazy((): typeof MimeTypes => require('mime-types'));
export const qs = lazy((): typeof Qs => require('qs'));

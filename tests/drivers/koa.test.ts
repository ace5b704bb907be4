import { conformance } from './conformance.ts';

conformance('koa');

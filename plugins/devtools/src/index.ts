export { devtools } from './plugin.ts';

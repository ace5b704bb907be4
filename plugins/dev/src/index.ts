export { development } from './development.ts';
export { errors } from './errors.ts';

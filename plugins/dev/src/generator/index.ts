export type { Blueprint, GeneratedFile } from './blueprint.ts';
export { GeneratedName } from './generated-name.ts';
export { GeneratorCommand } from './generator-command.ts';
export type { Registration } from './registration.ts';

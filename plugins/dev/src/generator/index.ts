export type { Blueprint, GeneratedFile } from './blueprint.ts';
export type { GeneratedName } from './generated-name.ts';
export type { Generator, GeneratorRun } from './generator.ts';
export type { Registration } from './registration.ts';

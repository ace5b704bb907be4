import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '@taproot/core/internal';
import type { JsonObject } from '../json.ts';
import type { HandlerFacts, SchemaFact } from '../reader/type-reader.ts';
import { refinedParts } from './refinements.ts';
import { refusedTexts, type Validate } from './takes-forms.ts';

/** The JSON Schema of a Standard Schema. */
export interface WrittenSchema {
  readonly schema: JsonObject;
  /** The fields that it does not take as text; empty if a form can fill it. */
  readonly noTexts: readonly string[];
  /** The parts that code decides about, which no JSON Schema says; empty for the whole. */
  readonly refined: readonly string[];
}

/** The JSON Schema of a Standard Schema, or why there is none. */
export type SchemaDocument = WrittenSchema | { readonly reason: string; readonly fix: string };

/** The JSON Schemas of the schemas that handlers name. */
export type SchemaDocuments = (fact: SchemaFact) => SchemaDocument;

/** `~standard.jsonSchema.input` of Standard JSON Schema. */
type Converter = (options: { readonly target: 'draft-2020-12' }) => JsonObject;

/** A value that follows Standard Schema, and may write itself as JSON Schema. */
export interface StandardJudge {
  readonly '~standard'?: {
    readonly vendor?: string;
    readonly validate?: Validate;
    readonly jsonSchema?: { readonly input?: Converter };
  };
}

const target = { target: 'draft-2020-12' } as const;

/**
 * Imports the modules of the application that export the schemas, and lets the library of each write it as JSON Schema. The application has
 * been booted, so these modules have run already.
 */
export const schemaDocuments = async (folder: string, facts: readonly HandlerFacts[]): Promise<SchemaDocuments> => {
  const known = new Map<string, SchemaDocument>();
  for (const { validations } of facts)
    for (const { schema } of validations) {
      const source = schema?.source;
      if (source == null || known.has(keyOf(source))) continue;
      known.set(keyOf(source), await documentOf(folder, source));
    }
  return ({ source }) => (source === null ? notExported : (known.get(keyOf(source)) ?? notExported));
};

const keyOf = ({ file, path }: NonNullable<SchemaFact['source']>): string => `${file}#${path.join('.')}`;

const notExported: SchemaDocument = {
  reason: 'no module exports it, so that the document has its types without its limits',
  fix: 'Export it by a name, and validate by that: export const newPost = z.object({ ... })',
};

const documentOf = async (
  folder: string,
  { file, path }: NonNullable<SchemaFact['source']>,
): Promise<SchemaDocument> => {
  try {
    const exported = path.reduce<unknown>(
      (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
      await import(pathToFileURL(file).href),
    );
    return await writtenSchema(folder, schemaOf(exported));
  } catch (error) {
    return failed(error);
  }
};

/** The JSON Schema of a Standard Schema, as its library writes it. */
export const writtenSchema = async (folder: string, schema: StandardJudge | null): Promise<SchemaDocument> => {
  try {
    if (schema?.['~standard'] === undefined) return notExported;
    const { vendor = 'its library', validate = () => ({}), jsonSchema } = schema['~standard'];
    const convert = jsonSchema?.input ?? (vendor === 'valibot' ? await valibotConverter(folder, schema) : undefined);
    if (convert === undefined)
      return {
        reason: `${vendor} has no converter to JSON Schema, so that the document has its types without its limits`,
        fix:
          vendor === 'valibot'
            ? 'Install @valibot/to-json-schema'
            : `Update ${vendor} to a version with Standard JSON Schema`,
      };
    const written = inlined(convert(target));
    return { schema: written, noTexts: await refusedTexts(written, validate), refined: refinedParts(schema) };
  } catch (error) {
    return failed(error);
  }
};

const failed = (error: unknown): SchemaDocument => ({
  reason: `its library cannot write it as JSON Schema (${reasonOf(error)}), so that the document has its types without its limits`,
  fix: 'Use a part of the library that has a JSON Schema, or say the body of the route by meta({ openapi: { bodies: ... } })',
});

/** The schema itself, or that of the class of a form request. */
const schemaOf = (exported: unknown): StandardJudge | null => {
  if (exported === null || (typeof exported !== 'object' && typeof exported !== 'function')) return null;
  if ('~standard' in exported) return exported as StandardJudge;
  const made: unknown = typeof exported === 'function' ? Reflect.construct(exported, []) : null;
  const rules: unknown = made === null ? null : Reflect.get(Object(made), 'rules');
  return typeof rules === 'function' ? (Reflect.apply(rules, made, []) as StandardJudge) : null;
};

/** The converter of Valibot is a package of its own, beside the application. */
const valibotConverter = async (folder: string, schema: StandardJudge): Promise<Converter | undefined> => {
  const name = '@valibot/to-json-schema';
  let file: string;
  try {
    file = createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
  const { toStandardJsonSchema } = (await import(pathToFileURL(file).href)) as {
    readonly toStandardJsonSchema: (schema: unknown) => Required<StandardJudge>;
  };
  return toStandardJsonSchema(schema)['~standard'].jsonSchema?.input;
};

/** The schema with its definitions in their places, because `#/$defs` means something else inside of a document. */
const inlined = (schema: JsonObject): JsonObject => {
  const { $defs, definitions } = schema as { readonly $defs?: JsonObject; readonly definitions?: JsonObject };
  const named: JsonObject = { ...definitions, ...$defs };
  const visit = (value: unknown, around: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => visit(each, around));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as JsonObject;
    const name = typeof $ref === 'string' ? $ref.replace(/^#\/(?:\$defs|definitions)\//, '') : null;
    if (name !== null) {
      if (around.includes(name) || !Object.hasOwn(named, name)) throw new TypeError('it contains itself');
      return { ...(visit(rest, around) as JsonObject), ...(visit(named[name], [...around, name]) as JsonObject) };
    }
    const members = Object.entries(rest).filter(
      ([key]) => !/^(?:\$schema|\$id|\$defs|definitions|~standard)$/.test(key),
    );
    return Object.fromEntries(members.map(([key, each]) => [key, visit(each, around)]));
  };
  return visit(schema, []) as JsonObject;
};

import { inspect } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type RulesSchema, type SchemaOptions, schemaOf } from '../../../plugins/validation/src/schema/index.ts';
import type { Engine } from '../validators.ts';

type Rules = Readonly<Record<string, unknown>>;

/** A rules map with its schema, judged by Ajv. */
export interface Judged {
  readonly rules: Rules;
  readonly made: RulesSchema;
  /** Whether the schema says all that the rules say. */
  readonly isExact: boolean;
  accepts(data: unknown): boolean;
}

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  validateFormats: false,
});
ajv.addVocabulary(['x-taproot-rules']);

/** Makes the schema of a rules map, which has to be valid by the meta-schema of 2020-12. */
export const judge = (rules: Rules, options?: SchemaOptions): Judged => {
  const made = schemaOf(rules, options);
  const accepts = ajv.compile(made.schema);
  return { rules, made, isExact: made.gaps.length === 0, accepts: (data) => accepts(data) };
};

const shown = (value: unknown): string => inspect(value, { depth: 6, breakLength: 200, maxStringLength: 400 });

/** What is wrong between a schema and the engine for one input; null when nothing is. */
export const faultOf = async (judged: Judged, engine: Engine, data: Rules, typed: boolean): Promise<string | null> => {
  const validator = await engine.validate(null, data, judged.rules, undefined, { typed, isFormValue: null });
  const passes = validator.passes();
  const accepted = judged.accepts(data);
  if (passes === accepted || (accepted && !judged.isExact)) return null;
  const schema = JSON.stringify(judged.made.schema);
  return `${shown(judged.rules)} on ${shown(data)}: engine ${passes}, schema ${accepted}: ${schema}`;
};

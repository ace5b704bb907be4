import { Validator } from '@seriousme/openapi-schema-validator';
import { errors } from '../errors.ts';
import type { JsonObject } from '../json.ts';

/**
 * Checks a document against the schema of OpenAPI 3.1.
 * @throws E_OPENAPI_INVALID with its first faults.
 */
export const validateDocument = async (document: JsonObject): Promise<void> => {
  const { valid, errors: found } = await new Validator().validate(structuredClone(document));
  if (valid) return;
  throw errors.E_OPENAPI_INVALID({ faults: typeof found === 'string' ? found : JSON.stringify(found?.slice(0, 3)) });
};

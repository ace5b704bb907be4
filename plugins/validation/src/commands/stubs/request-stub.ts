/** The source of a form request. */
export const requestStub = (
  className: string,
): string => `import { defineFilters, defineRules, FormRequest } from '@taproot/validation';

/** Its fields are what a valid request is bound to; nothing else of the request gets in. */
export class ${className} extends FormRequest {
  name = '';

  /** Who may send it: throw, or answer false, to refuse it with 403. */
  override authorize() {
    return true;
  }

  override filters() {
    return defineFilters({ name: 'trim' });
  }

  override rules() {
    return defineRules({ name: 'required|string|max:255' });
  }
}
`;

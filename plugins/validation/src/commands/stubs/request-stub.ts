/** The source of a form request. */
export const requestStub = (className: string): string => `import { formRequest } from '@taproot/validation';

/** Its fields and their types follow from the rules; nothing else of the request gets in. */
export class ${className} extends formRequest({ name: 'required|string|max:255' }, { filters: { name: 'trim' } }) {
  /** Who may send it: throw, or answer false, to refuse it with 403. */
  override authorize() {
    return true;
  }
}
`;

import { isCredential, isSecretParameter, mask, maskSecrets, maskText } from '@taproot/masking';

export { maskText };

// A number is masked too: `pin: 1234`.
const isSecretField = (name: string): boolean => isCredential(name);

/** A value of a request or of an error with its secrets masked, at any depth. */
export const maskFields = (value: unknown): unknown => maskSecrets(value, false, isSecretField);

/** Parameters of an address with credentials masked, the `code` of OAuth too. */
export const maskQuery = (value: unknown): unknown => maskSecrets(value, false, (name) => isSecretParameter(name));

/** Headers with credentials masked. */
export const maskHeaders = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.entries(headers).map(([name, value]): [name: string, value: string] => [
    name,
    isSecretField(name) ? mask : maskText(String(value)),
  ]);

import { isCredential, maskSecrets, maskUrls } from '@taproot/core/plugin';

const parameter = /([?&;])([^=&;\s]+)=([^&;\s#]+)/g;
const mask = '********';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether a header, parameter or field is a credential by its name, even when its value is a number: `pin: 1234`. */
const isSecretField = (name: string): boolean => isCredential(name);

/** A text with the passwords of its URLs and the secrets of its queries masked. */
export const maskText = (text: string): string =>
  maskUrls(text).replaceAll(parameter, (whole, before: string, name: string) =>
    isSecretField(decoded(name)) ? `${before}${name}=${mask}` : whole,
  );

/** A value of a request or of an error with its secrets masked, at any depth. */
export const maskFields = (value: unknown): unknown => maskSecrets(value, false, isSecretField);

/** Headers with credentials masked. */
export const maskHeaders = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.entries(headers).map(([name, value]): [name: string, value: string] => [
    name,
    isSecretField(name) ? mask : maskText(String(value)),
  ]);

import { isSecretEntry, maskSecrets, maskUrls } from '@taproot/core/plugin';

// Values from a client are masked more widely than configuration: one value too many costs a developer only a look into the
// client.
const secret =
  /token|secret|passw|pwd|passphrase|credential|authorization|cookie|session|csrf|xsrf|signature|jwt|otp|api.?key|[-_.]key$|[a-z]Key$|^(?:key|pin|cvv|cvc|auth)$/i;
const parameter = /([?&;])([^=&;\s]+)=([^&;\s#]+)/g;
const mask = '********';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether a header, parameter or field with this name may be secret. */
const isSecretField = (name: string, value?: unknown): boolean => secret.test(name) || isSecretEntry(name, value);

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

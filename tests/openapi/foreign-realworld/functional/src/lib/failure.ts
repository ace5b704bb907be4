/** What may go wrong, as values. Each is made by its factory. */
export interface Missing<What extends string = string> {
  readonly kind: 'missing';
  readonly what: What;
}

export interface Forbidden {
  readonly kind: 'forbidden';
  readonly what: string;
}

export interface Unauthorized {
  readonly kind: 'unauthorized';
  readonly what: 'token' | 'credentials';
  readonly text: 'is missing' | 'invalid';
}

export interface Taken {
  readonly kind: 'taken';
  readonly fields: readonly string[];
}

export interface Invalid {
  readonly kind: 'invalid';
  readonly errors: ErrorMap;
}

export type Failure = Missing | Forbidden | Unauthorized | Taken | Invalid;
export type ErrorMap = Readonly<Record<string, readonly string[]>>;

export const missing =
  <What extends string>(what: What) =>
  (): Missing<What> => ({ kind: 'missing', what });
export const forbidden = (what: string) => (): Forbidden => ({ kind: 'forbidden', what });
export const noToken = (): Unauthorized => ({ kind: 'unauthorized', what: 'token', text: 'is missing' });
export const badToken = (): Unauthorized => ({ kind: 'unauthorized', what: 'token', text: 'invalid' });
export const badCredentials = (): Unauthorized => ({ kind: 'unauthorized', what: 'credentials', text: 'invalid' });
export const taken = (fields: readonly string[]): Taken => ({ kind: 'taken', fields });
export const invalid = (errors: ErrorMap): Invalid => ({ kind: 'invalid', errors });

export const takenErrors = (fields: readonly string[]): ErrorMap =>
  Object.fromEntries(fields.map((field) => [field, ['has already been taken']]));

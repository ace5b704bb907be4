import { FrameworkError } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { validationMessages } from '@taproot/validation';

type Messages = Readonly<Record<string, readonly string[]>>;

const words: Readonly<Record<number, string>> = { 401: 'invalid', 403: 'forbidden', 404: 'not found' };
const taken = 'has already been taken';

/** Every error in the format of Conduit's clients: `{ errors: { <what>: [<message>] } }`. */
export const conduitErrors = () =>
  definePlugin({
    name: 'conduit-errors',
    requires: ['routing'],
    apply(app) {
      app.facades.Http().hooks.error.tap('conduit-errors', (error, ctx) => {
        if (!(error instanceof FrameworkError) || error.status >= 500) return undefined;
        const errors = messagesOf(error);
        // A name that is taken is a conflict (409) at registration, and invalid (422) when users change their own.
        const conflict = ctx.request().method() === 'POST' && Object.values(errors).every(([word]) => word === taken);
        const response = ctx.response();
        for (const [name, value] of Object.entries(error.headers)) response.header(name, value);
        return response.json(conflict ? 409 : error.status, { errors });
      });
    },
  });

const messagesOf = (error: FrameworkError): Messages => {
  const fields = Object.entries(validationMessages(error) ?? {});
  if (fields.length > 0) return Object.fromEntries(fields.map(([field, [first = '']]) => [nameOf(field), [first]]));
  if (error.code === 'E_UNAUTHENTICATED') return { token: ['is missing'] };
  if (error.code.startsWith('E_TOKEN_')) return { token: ['invalid'] };
  const what = /^[a-z]+$/.test(error.message) ? error.message : 'resource';
  return { [what]: [words[error.status] ?? error.message] };
};

/** Clients know `article.title` as `title`, also when an error is in one of its parts. */
export const nameOf = (field: string): string => {
  const [first = '', second] = field.split('.');
  return second ?? first;
};

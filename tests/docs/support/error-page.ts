import type { ErrorRow } from '@taproot/core/internal';

/** A package's error table, as `errors.ts` exports it. */
export type ErrorTable = Readonly<Record<string, { readonly row: ErrorRow }>>;

// A hint names what was probably meant, where there is something near.
const escape = (text: string): string =>
  text
    .replaceAll(/[|*<]/g, '\\$&')
    .replaceAll('{hint}', '')
    .replaceAll(/\{(\w+)\}/g, '*$1*');

// What is code in a text stays as it stands.
const cell = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : escape(part)))
    .join('');

const line = (code: string, { message, fix, status }: ErrorRow): string =>
  `| \`${code}\` | ${status ?? ''} | ${cell(message)} | ${cell(fix)} |`;

const section = ([title, errors]: readonly [title: string, errors: ErrorTable]): string => {
  const rows = Object.entries(errors).map(([code, { row }]) => line(code, row));
  return [`## ${title}`, '', '| Code | Status | Message | Fix |', '|---|---|---|---|', ...rows].join('\n');
};

const head = `# Errors

Every error of the framework has a code that does not change, a message that says what is wrong and where, and a fix. The
words in *italics* are filled in. For an unknown name, the message adds the nearest known one. An error without a status gives
a 500 response when a request throws it.

You can throw them too, by their codes: \`throw errors.E_ROUTE_UNKNOWN({ name, hint })\`, with the \`errors\` of the package. This
page is made from the tables of those packages; \`UPDATE_DOCS=1 npm test -- tests/docs/reference\` makes it again.

## What a client gets

A client that accepts JSON, or states no preference, gets JSON. A browser gets a page. The page needs no script, has a light
and a dark look, and lists the fields of a 422 with their messages. The JSON:

\`\`\`json
{ "message": "Nothing answers at this address.", "code": "E_ROUTE_NOT_FOUND", "request_id": "9f1c..." }
\`\`\`

- The client gets the message of a 4xx, and of a 501 that is in these tables. For any other 5xx the status text replaces
  the message. \`code\`, \`request_id\`, \`details\` and the headers of the error are still sent, so put no secret into them. With
  \`app.debug\` the client also gets the fix and the stack, or the debug page.
- Errors answered with 500 and above, except 501, are reported to \`app.hooks.report\`, overload at most once in ten seconds. Without
  a tap of that hook they go to standard error, in production as one line of JSON. An error that a tap of \`http.hooks.error\`
  answers is not reported: call \`app.report(error, { where: 'request' })\` there.
- \`fix\` is for you: it goes to logs and terminals, to clients only with \`app.debug\`.

**The debug page** shows errors of 500 and above in a browser while \`app.debug\` is on, which only development does by itself:
message, code and fix, your own lines with their source, the SQL statement that failed, the causes, and the request: its id,
route, handler, middleware, parameters, query, body, headers and user. It masks credentials [as the log
does](observability.md#credentials). A plugin adds facts of its own with the key
\`facts: (ctx) => ({ Tenant: tenantOf(ctx) })\`.

**Languages.** \`code\` never changes; \`message\` and the page are in the language of the request where the plugin \`lang()\` has
the text, else in English. The key is \`errors.<code>\`:

\`\`\`json
{ "E_ROUTE_NOT_FOUND": "Unter dieser Adresse gibt es nichts.", "E_TOO_MANY_REQUESTS": "Bitte in :seconds s noch einmal." }
\`\`\`

in \`lang/de/errors.json\`. Write a word in *italics* below as \`:word\`. \`npx taproot lang:publish --locale de\` copies that file
with the codes that visitors meet most. \`E_HTTP_404\` and the like are the names of the statuses and the headings of pages;
\`denied\`, \`server\` and \`request\` are the gate's plain denial, the sentence of a 5xx page and the word before the request id.
The codes of your own errors work too, and so does a message that is a key:
\`new ForbiddenError('posts.not_yours', { values: { title } })\`. The \`lang\` attribute of a page names the language of the text
that is really shown. With \`app.debug\`, a 5xx stays in English, as it stands in the code.

Throw errors of your own from anywhere: \`new NotFoundError('There is no post 7.')\`, or \`new HttpError(409, 'Taken.', { code,
headers, details })\`; \`details\` are further members of the JSON. There are \`BadRequestError\`, \`UnauthorizedError\`,
\`ForbiddenError\`, \`NotFoundError\`, \`MethodNotAllowedError\`, \`ConflictError\`, \`GoneError\`, \`UnprocessableContentError\`,
\`TooManyRequestsError\` and \`ServiceUnavailableError\`. Anything else that is thrown is 500, except errors as the
package http-errors makes them: with \`expose: true\` their status and message are answered.
## Another shape

A tap of the hook \`http.error\` answers an error in its own way. This one sends the problem details of
[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457):

\`\`\`ts run
import { createFacades, FrameworkError, setup, UnauthorizedError } from '@taproot/core';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';

const handle = createFacades();
const { facades } = handle;

const problems = (): void => {
  facades.Http().hooks.error.tap('problems', (error, ctx) => {
    // Without a return, Taproot answers: a fault of the application stays a reported 500.
    if (!(error instanceof FrameworkError) || error.status >= 500) return;
    const { status, code, message, details, headers } = error;
    const problem = JSON.stringify({ status, title: message, code, ...details });
    const response = ctx.response().data(status, 'application/problem+json', problem);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return response;
  });
};

export const boot = () =>
  setup(handle, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), validation()])
    .withCallback(problems)
    .withRouting((route) => {
      route.post('/posts', (ctx) => ctx.request().validated({ title: 'required|string' }));
      route.get('/me', () => {
        throw new UnauthorizedError('Log in first.', { headers: { 'WWW-Authenticate': 'Bearer' } });
      });
    })
    .create();
\`\`\`

\`\`\`console
$ curl -i -X POST localhost:3000/posts
HTTP/1.1 422 Unprocessable Entity
Content-Type: application/problem+json

{"status":422,"title":"The input is not valid.","code":"E_VALIDATION_FAILED","errors":{"title":["The title is required."]}}
$ curl -i localhost:3000/me
HTTP/1.1 401 Unauthorized
WWW-Authenticate: Bearer
Content-Type: application/problem+json

{"status":401,"title":"Log in first.","code":"E_HTTP_401"}
$ curl localhost:3000/nowhere
{"status":404,"title":"Nothing answers at this address.","code":"E_ROUTE_NOT_FOUND"}
\`\`\`

\`FrameworkError\` is the class of every error with a status: \`HttpError\`, its subclasses, and those of the tables below. \`details\` has
the further members of the body, such as \`errors\` of a 422. Copy \`headers\`: clients need \`WWW-Authenticate\` and \`Retry-After\`.
[OpenAPI](openapi.md) learns your shape from a tap of \`openapi.problem\`.
`;

/** The whole of docs/errors.md. */
export const errorPage = (tables: readonly (readonly [title: string, errors: ErrorTable])[]): string =>
  `${[head, ...tables.map(section)].join('\n')}\n`.replaceAll('\n## ', '\n\n## ').replaceAll('\n\n\n', '\n\n');

// Why a document of ours may differ from the published one without being wrong.
import type { Part } from './facts.ts';

export interface Difference {
  readonly app: 'injected' | 'functional';
  readonly operation: string;
  readonly part: Part;
  /** As `200 article.slug`. */
  readonly name: string;
  /** What each document says; undefined where it says nothing. */
  readonly theirs: string | undefined;
  readonly ours: string | undefined;
  /** Whether a real request met the status that this is about. */
  readonly met: boolean;
}

interface Reason {
  readonly holds: (difference: Difference) => boolean;
  readonly why: string;
}

const reads = /^(?:GET|DELETE) |\/(?:favorite|follow)$/;

export const reasons: readonly Reason[] = [
  {
    holds: ({ part, name, theirs }) => part === 'statuses' && name === 'default' && theirs === undefined,
    why: 'Every operation may answer an error of the server.',
  },
  {
    holds: ({ app, name, theirs, ours }) =>
      app === 'functional' && name === 'query limit' && theirs === `${ours ?? ''}, 20 by default`,
    why: 'The default is in the code of the list, behind the rules.',
  },
  {
    holds: ({ part, name, theirs }) =>
      part === 'statuses' && /^(?:400|408|413|415)$/.test(name) && theirs === undefined,
    why: 'A body may be malformed, too slow, too large or of another type; RealWorld leaves that out.',
  },
  {
    holds: ({ part, name, ours, met, operation }) =>
      part === 'statuses' && name === '422' && ours === undefined && !met && reads.test(operation),
    why: 'RealWorld lists 422 for every operation; this one reads no input that could be refused.',
  },
  {
    holds: ({ operation, part, name, ours, met }) =>
      part === 'statuses' && operation === 'POST /articles' && name === '409' && ours === undefined && !met,
    why: 'Two articles of one title get two slugs.',
  },
  {
    holds: ({ part, theirs, ours, met }) => part === 'statuses' && theirs === undefined && ours !== undefined && met,
    why: 'The application answers so; RealWorld leaves it out.',
  },
  {
    holds: ({ app, operation, part, name, theirs }) =>
      app === 'functional' &&
      part === 'statuses' &&
      name === '401' &&
      theirs === undefined &&
      /^(?:POST \/users|GET \/tags)/.test(operation),
    why: 'The middleware of all routes refuses a wrong token here, too.',
  },
  {
    holds: ({ part, theirs, ours }) => part === 'security' && theirs === 'none' && ours === 'optional',
    why: 'Guests pass and a token is read; RealWorld says that in words alone.',
  },
  {
    holds: ({ app, part, theirs, ours }) =>
      app === 'functional' && part === 'security' && theirs === 'required' && ours === 'optional',
    why: 'The middleware lets guests pass, and a wrapper refuses them: no middleware says that the token is needed.',
  },
  {
    holds: ({ theirs, ours }) => theirs?.replace('integer', 'number') === ours && ours !== theirs,
    why: 'The type in the code is `number`, which has no whole numbers.',
  },
  {
    holds: ({ app, theirs, ours }) =>
      app === 'functional' && theirs?.replace(' (date-time)', '') === ours && ours !== theirs,
    why: 'The code gives `toISOString()`, a plain string.',
  },
  {
    holds: ({ part, name, theirs, ours }) =>
      part === 'body' && name.endsWith('.email') && theirs === ours?.replace(' (email)', '') && ours !== theirs,
    why: 'The rule `email` says more than RealWorld.',
  },
  {
    holds: ({ part, name, theirs, ours }) =>
      part === 'body' && name.endsWith('.password') && theirs?.replace(' (password)', '') === ours && ours !== theirs,
    why: 'RealWorld marks passwords for forms; the rule `string` does not.',
  },
  {
    holds: ({ part, name, theirs, ours }) =>
      part === 'replies' && /^4\d\d errors\.\w/.test(name) && theirs === undefined && ours !== undefined,
    why: 'The names of the fields; RealWorld says only that there are some.',
  },
  {
    holds: ({ operation, part, name, theirs, ours }) =>
      operation.endsWith('/{id}') &&
      part === 'parameters' &&
      name === 'path id' &&
      theirs === 'integer, required' &&
      ours === 'string, required',
    why: 'The path says digits (`{id:[0-9]+}`), or the code reads it by `routeInt()`; a parameter of a path is text until then.',
  },
];

/** Why the document of Conduit differs from the published one: the operations, the fact, and the reason. */
export interface Reason {
  readonly operations: RegExp;
  readonly fact: RegExp;
  /** Whether only Conduit has it, or only the published document. */
  readonly only: 'conduit' | 'realworld';
  readonly reason: string;
}

export const reasons: readonly Reason[] = [
  {
    operations: /./,
    fact: /^default$/,
    only: 'conduit',
    reason: 'Every operation may answer an error of the server.',
  },
  {
    operations: /^(?:POST|PUT) /,
    fact: /^(?:400|408|413|415)$/,
    only: 'conduit',
    reason: 'A body may be malformed, too slow, too large, or of another media type.',
  },
  {
    operations: /^(?:GET|DELETE) |^POST .*\/(?:favorite|follow)$/,
    fact: /^422$/,
    only: 'realworld',
    reason: 'The operation reads no input that could be refused.',
  },
  {
    operations: /^POST \/users(?:\/login)?$/,
    fact: /^429$/,
    only: 'conduit',
    reason: 'A limiter guards passwords.',
  },
  {
    operations: /^GET \/(?:articles|profiles)/,
    fact: /^token$/,
    only: 'conduit',
    reason: 'A token is optional here: the reply says what its user follows and favors.',
  },
  {
    operations: /^GET \/articles\/\{slug\}$/,
    fact: /^401$/,
    only: 'conduit',
    reason: 'A token that is not valid is refused where guests may pass, too.',
  },
  {
    operations: /^GET \/articles\/feed$/,
    fact: /^query (?:author|favorited|tag)$/,
    only: 'conduit',
    reason: 'The feed takes the filters of the list.',
  },
  {
    operations: /^POST \/articles$/,
    fact: /^404$/,
    only: 'conduit',
    reason: 'Its author may delete the article before it is read for the reply.',
  },
  {
    operations: /^POST \/articles$/,
    fact: /^409$/,
    only: 'realworld',
    reason: 'Two articles of one title get two slugs.',
  },
];

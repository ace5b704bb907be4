import { newsPath, scriptPath } from './page-script.ts';

type Directive = readonly [name: string, ...sources: string[]];

const parse = (policy: string): Directive[] =>
  policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .filter((words): words is [string, ...string[]] => words[0] !== '' && words[0] !== undefined)
    .map(([name, ...sources]) => [name.toLowerCase(), ...sources]);

/**
 * Adds a source to a directive. If the policy lacks the directive, it copies `default-src` first. If nothing is limited, nothing is added.
 */
const allow = (directives: readonly Directive[], name: string, source: string): Directive[] => {
  const own = directives.find(([each]) => each === name) ?? directives.find(([each]) => each === 'default-src');
  if (own === undefined) return [...directives];
  const [, ...sources] = own;
  return [
    ...directives.filter(([each]) => each !== name),
    [name, ...sources.filter((each) => each.toLowerCase() !== "'none'"), source],
  ];
};

/** Extends a `Content-Security-Policy`, so that the page may load our script and its stream of news, and nothing more. */
export const allowScript = (policy: string, origin: string): string => {
  const directives = parse(policy);
  const loads = directives.some(([name]) => name === 'script-src-elem') ? 'script-src-elem' : 'script-src';
  const widened = allow(allow(directives, loads, origin + scriptPath), 'connect-src', origin + newsPath);
  return widened.map((words) => words.join(' ')).join('; ');
};

/** The nonce that a policy requires of scripts; empty if there is none. A script with the nonce also runs under `strict-dynamic`. */
export const nonceOf = (policy: string): string => {
  const scripts = parse(policy).find(([name]) => name === 'script-src-elem' || name === 'script-src') ?? [];
  const [, nonce = ''] = /'nonce-([\w+/=-]+)'/.exec(scripts.join(' ')) ?? [];
  return nonce;
};

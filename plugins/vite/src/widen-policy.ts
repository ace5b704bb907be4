import type { Response } from '@taproot/core';

const names = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'];

type Directives = ReadonlyMap<string, readonly string[]>;

/** Adds a source to a directive. One that the policy lacks begins with the sources that stand in for it; without any, all is allowed. */
const allow = (directives: Directives, source: string, name: string, ...others: readonly string[]): Directives => {
  const own = [name, ...others].map((each) => directives.get(each)).find((sources) => sources !== undefined);
  if (own === undefined || own.includes(source)) return directives;
  return new Map([...directives, [name, [...own.filter((each) => each !== "'none'"), source]]]);
};

/** A policy under which Vite's client can open its socket, and watch from a worker for the server that comes back. */
const widened = (policy: string, socket: string): string => {
  const given: Directives = new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );
  const connects = allow(given, socket, 'connect-src', 'default-src');
  const works = allow(connects, 'blob:', 'worker-src', 'child-src', 'script-src', 'default-src');
  return [...works].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
};

/** Lets the policies of a page allow Vite's client, whose socket is at this origin, such as `ws://localhost:3000`. */
export const widenPolicies = (response: Response, socket: string): Response => {
  for (const name of names) {
    const policy = response.header(name);
    if (typeof policy === 'string') response.setHeader(name, widened(policy, socket));
  }
  return response;
};

import { errors } from '../errors.ts';
import type { ClientRoute } from './client-route.ts';
import { marked } from './marks.ts';
import { docComment, memberName, quoted } from './type-names.ts';

/** A part of a route's name: the route whose name ends there, and the routes with longer names. */
interface Node {
  route: ClientRoute | null;
  readonly members: Map<string, Node>;
}

/**
 * `interface Api`: the routes as a tree by the parts of their names. A route may have other routes below it.
 * @throws E_OPENAPI_MEMBER for two routes that would be the same member
 */
export const apiTree = (routes: readonly ClientRoute[]): string => {
  const root: Node = { route: null, members: new Map() };
  for (const route of routes) {
    let node = root;
    for (const part of memberPath(route.name)) {
      const next: Node = node.members.get(part) ?? { route: null, members: new Map() };
      node.members.set(part, next);
      node = next;
    }
    if (node.route !== null)
      throw errors.E_OPENAPI_MEMBER({
        member: memberPath(route.name).join('.'),
        first: node.route.name,
        second: route.name,
      });
    node.route = route;
  }
  return `export interface Api ${nodeType(root, '')}\n`;
};

/**
 * The members of the client that lead to a route. A member `then` gets another name, because `await` takes an object with it for a promise;
 * `createClient()` renames it in the same way.
 */
export const memberPath = (name: string): string[] => name.split('.').map((part) => (part === 'then' ? 'then_' : part));

/** Says why a route has another name in the client; empty if it does not. */
export const renamed = ({ name }: ClientRoute): string => {
  const member = memberPath(name).join('.');
  return member === name
    ? ''
    : `The client calls the route ${name} \`api.${member}\`: with a member \`then\`, \`await\` would take the client for a promise.`;
};

const nodeType = ({ members }: Node, indent: string): string => {
  const inner = `${indent}  `;
  const texts = [...members].map(([name, node]) => {
    const { route } = node;
    const text = route === null ? [] : [route.doc, renamed(route)].filter((part) => part !== '');
    const member = route === null ? memberName(name) : marked(route.name, memberName(name));
    return `${docComment(text.join('\n\n'), inner)}${inner}readonly ${member}: ${memberType(node, inner)};\n`;
  });
  return `{\n${texts.join('')}${indent}}`;
};

const memberType = (node: Node, indent: string): string => {
  const call = node.route === null ? [] : [callType(node.route)];
  const below = node.members.size === 0 ? [] : [nodeType(node, indent)];
  return [...call, ...below].join(' & ');
};

const callType = (route: ClientRoute): string =>
  `${needsInput(route) ? 'Call' : 'OpenCall'}<Routes[${quoted(route.name)}]>`;

/** Whether a call of the route needs an argument: the route has a required parameter or body. */
export const needsInput = ({ params, query, headers, body }: ClientRoute): boolean =>
  [...params, ...query, ...headers].some(({ required }) => required) || body?.required === true;

import type { ClientRoute } from './client-route.ts';
import { docComment, memberName, quoted } from './type-names.ts';

/** A part of a route's name: the route whose name ends there, and the routes with longer names. */
interface Node {
  route: ClientRoute | null;
  readonly members: Map<string, Node>;
}

/** `interface Api`: the routes as a tree by the parts of their names. A route may have other routes below it. */
export const apiTree = (routes: readonly ClientRoute[]): string => {
  const root: Node = { route: null, members: new Map() };
  for (const route of routes) {
    let node = root;
    for (const part of route.name.split('.')) {
      const next: Node = node.members.get(part) ?? { route: null, members: new Map() };
      node.members.set(part, next);
      node = next;
    }
    node.route = route;
  }
  return `export interface Api ${nodeType(root, '')}\n`;
};

const nodeType = ({ members }: Node, indent: string): string => {
  const inner = `${indent}  `;
  const texts = [...members].map(([name, node]) => {
    const doc = node.route === null ? '' : docComment(node.route.doc, inner);
    return `${doc}${inner}readonly ${memberName(name)}: ${memberType(node, inner)};\n`;
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

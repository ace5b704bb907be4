import type { ClientReply, ClientRoute } from './client-route.ts';
import { quoted } from './type-names.ts';

/** `routes.js`, without its header: method, pattern and replies by name, one short string for each. */
export const routeTable = (routes: readonly ClientRoute[], hash: string): string => {
  const lines = routes.map((route) => `    ${quoted(route.name)}: ${quoted(lineOf(route))},\n`);
  return `export const routes = {\n  hash: '${hash}',\n  calls: {\n${lines.join('')}  },\n};\n`;
};

const lineOf = ({ method, pattern, replies, body }: ClientRoute): string =>
  [
    body?.files === true ? `${method}+` : method,
    encodeURI(pattern).replaceAll('%7B', '{').replaceAll('%7D', '}'),
    ...replies.map(replyText),
  ].join(' ');

/** JSON is the rule, so it needs no letter. */
const replyText = ({ status, bodies }: ClientReply): string => {
  const kinds = [...new Set(bodies.map(({ kind }) => kind))].join('');
  return `${status}${kinds === 'j' ? '' : kinds}`;
};

import { answered, type Tool, type ToolAnswer } from '../tool.ts';
import { argumentsOf, flag, option, reads, text } from './arguments.ts';
import { type CommandLine, faultOf, jsonOf } from './command-line.ts';

/** A route as `route:list --json` prints it. */
interface ListedRoute {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly handler: string;
  readonly middleware: readonly string[];
  readonly place: string;
}

/** A part of what `openapi:gaps --routes` prints. */
interface RouteRules {
  readonly routes: readonly {
    readonly method: string;
    readonly path: string;
    readonly validations: readonly { readonly rules: Readonly<Record<string, string>> }[];
  }[];
}

const lineOf = ({ method, path, name, handler, middleware, place }: ListedRoute): string =>
  [
    `${method} ${path}`,
    name === '' ? '' : `name ${name}`,
    `handler ${handler}`,
    middleware.length === 0 ? '' : `middleware ${middleware.join(', ')}`,
    place,
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** The rules of a route, a line for each field. */
const rulesOf = ({ method, path }: ListedRoute, { routes }: RouteRules): string[] =>
  routes
    .filter((one) => one.path === path && (one.method === method || method.split('|').includes(one.method)))
    .flatMap(({ validations }) => validations)
    .flatMap(({ rules }) => Object.entries(rules))
    .map(([field, rule]) => `    ${field}: ${rule}`);

const withRules = async (
  routes: readonly ListedRoute[],
  commands: CommandLine,
  signal: AbortSignal,
): Promise<ToolAnswer> => {
  const read = await commands.run(['openapi:gaps', '--routes'], signal);
  const facts = read.code === 0 ? (jsonOf(read.stdout) as RouteRules | null) : null;
  if (facts === null)
    return answered(`${routes.map(lineOf).join('\n')}\n\nThe rules cannot be read: ${faultOf(read).text}`);
  return answered(routes.flatMap((route) => [lineOf(route), ...rulesOf(route, facts)]).join('\n'));
};

/** `routes`: routes with middleware and rules. */
export const routesTool = (commands: CommandLine): Tool => ({
  name: 'routes',
  description:
    'Lists routes: method, path, name, handler, all middleware in their order, and file and line. Filters look for a part of the text. With `rules`, adds the validation rules of each field; this reads the code and takes seconds.',
  input: argumentsOf({
    method: text('Part of the method.'),
    path: text('Part of the path.'),
    name: text('Part of the name.'),
    middleware: text('Part of a middleware, such as `auth`.'),
    rules: flag('Whether to add the rules. Needs the plugin openapi().'),
  }),
  hints: reads,
  async run({ method, path, name, middleware, rules }, { signal }) {
    const filters = { method, path, name, middleware };
    const options = Object.entries(filters).flatMap(([key, value]) => option(key, value));
    const listed = await commands.run(['route:list', '--json', ...options], signal);
    if (listed.code !== 0) return faultOf(listed);
    const routes = jsonOf(listed.stdout) as readonly ListedRoute[];
    if (routes.length === 0) return answered('No route fits.');
    return rules === true ? withRules(routes, commands, signal) : answered(routes.map(lineOf).join('\n'));
  },
});

/** Generators that come with a plugin, by the plugin's factory; its package bears the same name. */
const plugins: Readonly<Record<string, string>> = {
  'make:request': 'validation',
  'make:rule': 'validation',
  'make:filter': 'validation',
  'make:controller': 'routing',
  'make:middleware': 'routing',
  'make:test': 'routing',
  'make:policy': 'auth',
};

/** What to add to an application that has no such command; null for a command that nobody knows. */
export const absentPlugin = (command: string): string | null => {
  const plugin = Object.hasOwn(plugins, command) ? plugins[command] : undefined;
  if (plugin === undefined) return null;
  return ` It comes with @taproot/${plugin}: install it, and add ${plugin}() to bootstrap/plugins.ts.`;
};

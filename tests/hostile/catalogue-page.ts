import type { Row, Severity } from './catalogue.ts';
import type { TestFile } from './named-rows.ts';

const severities: Readonly<Record<Severity, string>> = { C: 'critical', H: 'high', M: 'medium', L: 'low' };

const head = `# The hostile catalogue

What a client, a file, a store or a disk may do to an application, and where it is tested that nothing comes of it. Every test is
named by its row. \`both\` runs over sockets on the Koa and on the Fastify driver; \`before\` is code that both share: boot,
parsers, stores, engines; \`process\` watches whole processes; \`console\` runs commands.

Most rows that one request can carry are data, in \`wire/rows\`: \`wire.test.ts\` sends each to either driver and compares what
comes back, byte for byte. \`catalogue.test.ts\` fails when a row has no test of its name, and writes this page
(\`UPDATE_DOCS=1 npm test -- tests/hostile/catalogue\`).
`;

const escape = (text: string): string => text.replaceAll(/[_*<>|]/g, '\\$&');

/** The whole of README.md in this folder. */
export const cataloguePage = (rows: readonly Row[], files: readonly TestFile[]): string => {
  const lines = rows.map(({ id, severity, place, what }) => {
    const where = files
      .filter((file) => file.rows.has(id))
      .map(({ path }) => `[${path.split('/').at(-1)}](../${path})`);
    return `| ${id} | ${severities[severity]} | ${place} | ${escape(what)} | ${where.toSorted().join(', ')} |`;
  });
  return `${[head, '| Row | Severity | Place | What is done | Tests |', '|---|---|---|---|---|', ...lines].join('\n')}\n`;
};

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addExtras } from './add-extras.ts';
import type { Choices } from './choices.ts';
import { engineFiles } from './engines.ts';
import { errors } from './errors.ts';
import { manifestOf, overridesOf } from './manifest.ts';
import { otelEdits } from './otel.ts';
import { pnpmWorkspace, type Versions } from './pnpm-workspace.ts';
import { type Files, readFolder } from './read-folder.ts';

/**
 * Replaces a text that occurs exactly once. Otherwise throws `E_TEMPLATE`: the skeleton has changed, and this code has
 * not.
 */
const edit = (files: Files, path: string, from: string, to: string): void => {
  const text = files.get(path)?.toString() ?? '';
  if (text.split(from).length !== 2) throw errors.E_TEMPLATE(path, `it must contain ${JSON.stringify(from)} once`);
  files.set(path, Buffer.from(text.replace(from, () => to)));
};

/** The name of an application's variant, as scripts/template/variants.mjs makes it. */
const variantOf = ({ starter, parts }: Choices): string =>
  [...parts, ...(starter === 'demo' ? ['posts'] : [])].join('-') || 'none';

/** The files of the template, with only the chosen parts. */
const filesOf = (template: string, choices: Choices): Files => {
  if (choices.starter === 'web') return readFolder(join(template, 'web'));
  const variant = variantOf(choices);
  const removed = JSON.parse(readFileSync(join(template, 'removed.json'), 'utf8')) as Record<string, readonly string[]>;
  const files = readFolder(join(template, 'files'));
  const absent = removed[variant];
  if (absent === undefined) throw errors.E_TEMPLATE('removed.json', `it must contain ${JSON.stringify(variant)}`);
  for (const path of absent) files.delete(path);
  for (const [path, content] of readFolder(join(template, 'variants', variant))) files.set(path, content);
  return files;
};

const packageManagerFiles = (files: Files, { packageManager }: Choices, overrides: Versions): void => {
  if (packageManager === 'npm') return;
  const install = `${packageManager} install`;
  const lock = packageManager === 'pnpm' ? 'pnpm-lock.yaml* pnpm-workspace.yaml*' : 'yarn.lock* .yarnrc.yml';
  edit(files, 'scripts/set-up.mjs', 'npm install --include=dev --no-audit --no-fund', install);
  edit(files, 'Dockerfile', 'package-lock.json*', lock);
  edit(files, 'Dockerfile', 'RUN npm install --no-audit --no-fund', `RUN corepack enable && ${install}`);
  const prune = packageManager === 'pnpm' ? ' && pnpm prune --prod' : '';
  edit(
    files,
    'Dockerfile',
    'RUN npm run build && npm prune --omit=dev --no-audit --no-fund',
    `RUN npm run build${prune}`,
  );
  if (packageManager === 'pnpm') files.set('pnpm-workspace.yaml', Buffer.from(pnpmWorkspace(overrides)));
  // Without this setting yarn creates no node_modules, which many tools need.
  if (packageManager === 'yarn') files.set('.yarnrc.yml', Buffer.from('nodeLinker: node-modules\n'));
};

/** Replaces the SQLite file by a server: its address, and a compose file that starts it. */
const databaseFiles = (files: Files, { parts, database, name }: Choices): Files => {
  const engine = parts.includes('database') ? engineFiles(database, name) : null;
  if (engine === null) return files;
  edit(
    files,
    '.env.example',
    '# DATABASE_URL=postgres://user:password@127.0.0.1:5432/name',
    `# The server of compose.yaml: \`docker compose up -d --wait\`.\nDATABASE_URL=${engine.url}`,
  );
  edit(
    files,
    'README.md',
    'Both need Node and npm, and nothing else: what is missing is installed first.',
    'Both need Node, npm and the database: `docker compose up -d --wait` starts it. Missing packages are installed first.',
  );
  edit(files, '.env.testing', 'DATABASE_URL=sqlite:storage/test_{worker}.sqlite', `DATABASE_URL=${engine.testUrl}`);
  return files.set('compose.yaml', Buffer.from(engine.compose));
};

/** Adds the code that sends traces and metrics. */
const otelFiles = (files: Files, template: string): void => {
  for (const [path, content] of readFolder(join(template, 'with', 'otel'))) files.set(path, content);
  for (const [path, from, to] of otelEdits) edit(files, path, from, to);
};

/** The files of an application, made from those of the template. It only reads the template and writes nothing. */
export const render = (template: string, choices: Choices): Files => {
  const files = filesOf(template, choices);
  edit(files, '.env.example', 'APP_NAME=Taproot', `APP_NAME=${choices.name}`);
  edit(files, 'README.md', '# Your application', `# ${choices.name}`);
  if (choices.driver !== 'koa') {
    edit(files, '.env.example', 'HTTP_DRIVER=koa', `HTTP_DRIVER=${choices.driver}`);
    edit(files, 'config/http.ts', "env('HTTP_DRIVER', 'koa')", `env('HTTP_DRIVER', '${choices.driver}')`);
  }
  databaseFiles(files, choices);
  if (choices.otel) otelFiles(files, template);
  // Last: it sorts the imports.
  addExtras(files, template, choices);
  const manifest = files.get('package.json')?.toString() ?? '';
  packageManagerFiles(files, choices, overridesOf(manifest, choices));
  files.set('package.json', Buffer.from(manifestOf(manifest, choices)));

  files.set('.env', files.get('.env.example') ?? Buffer.of());
  edit(files, '.env', 'APP_KEY=\n', `APP_KEY=${randomBytes(32).toString('base64url')}\n`);
  return files;
};

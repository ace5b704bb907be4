/** A server of development of another framework: its command and the files of its application. */
export interface Peer {
  readonly name: string;
  /** Of its node_modules, and the arguments. */
  readonly command: readonly string[];
  /** Exports `change`. */
  readonly changed: string;
  readonly files: (port: number) => Readonly<Record<string, string>>;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const adonis: Peer = {
  name: 'Adonis: node ace serve --hmr',
  command: ['../ace.js', 'serve', '--hmr', '--no-clear'],
  changed: 'app/change.ts',
  files: (port) => ({
    'package.json': json({
      name: 'adonis',
      type: 'module',
      imports: { '#controllers/*': './app/controllers/*.js' },
      hotHook: { boundaries: ['./app/controllers/**/*.ts'] },
    }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'esnext',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        experimentalDecorators: true,
        skipLibCheck: true,
        types: [],
      },
      'ts-node': { swc: true },
    }),
    '.env': `HOST=127.0.0.1\nPORT=${port}\nNODE_ENV=development\n`,
    'ace.js': "import 'ts-node-maintained/register/esm';\nawait import('./bin/console.js');\n",
    'adonisrc.ts':
      "import { defineConfig } from '@adonisjs/core/app';\n" +
      "export default defineConfig({\n  commands: [() => import('@adonisjs/core/commands')],\n" +
      "  providers: [() => import('@adonisjs/core/providers/app_provider'), () => import('@adonisjs/core/providers/hash_provider')],\n" +
      "  preloads: [() => import('./start/routes.js')],\n});\n",
    'bin/console.ts': adonisEntry('.ace().handle(process.argv.slice(2))'),
    'bin/server.ts': adonisEntry('.httpServer().start()'),
    'config/app.ts':
      "import { defineConfig } from '@adonisjs/core/http';\n" +
      "export const appKey = 'x'.repeat(32);\nexport const http = defineConfig({});\n",
    'config/hash.ts':
      "import { defineConfig, drivers } from '@adonisjs/core/hash';\n" +
      "export default defineConfig({ default: 'scrypt', list: { scrypt: drivers.scrypt({}) } });\n",
    'config/logger.ts':
      "import { defineConfig } from '@adonisjs/core/logger';\n" +
      "export default defineConfig({ default: 'app', loggers: { app: { enabled: true, level: 'warn' } } });\n",
    'start/routes.ts':
      "import router from '@adonisjs/core/services/router';\n" +
      "const Changes = () => import('#controllers/changes');\nrouter.get('/change', [Changes, 'show']);\n",
    'app/controllers/changes.ts':
      "import { change } from '../change.js';\n" +
      'export default class Changes {\n  show() {\n    return String(change);\n  }\n}\n',
  }),
};

function adonisEntry(run: string): string {
  return (
    "import 'reflect-metadata';\nimport { Ignitor } from '@adonisjs/core';\n" +
    "const root = new URL('../', import.meta.url);\n" +
    'await new Ignitor(root, { importer: (path) => import(path.startsWith(".") ? new URL(path, root).href : path) })' +
    `${run};\n`
  );
}

const nest: Peer = {
  name: 'nest start --watch',
  command: ['@nestjs/cli/bin/nest.js', 'start', '--watch', '--preserveWatchOutput'],
  changed: 'src/change.ts',
  files: (port) => ({
    'package.json': json({ name: 'nest', type: 'commonjs' }),
    'nest-cli.json': json({ sourceRoot: 'src' }),
    'tsconfig.json': json({
      compilerOptions: {
        module: 'commonjs',
        target: 'es2023',
        rootDir: 'src',
        outDir: 'dist',
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        skipLibCheck: true,
        incremental: true,
        types: [],
      },
      include: ['src'],
    }),
    'src/main.ts':
      "import { NestFactory } from '@nestjs/core';\nimport { AppModule } from './app.module';\n" +
      `void NestFactory.create(AppModule, { logger: ['error'] }).then((app) => app.listen(${port}, '127.0.0.1'));\n`,
    'src/app.module.ts':
      "import { Module } from '@nestjs/common';\nimport { Changes } from './changes.controller';\n" +
      '@Module({ controllers: [Changes] })\nexport class AppModule {}\n',
    'src/changes.controller.ts':
      "import { Controller, Get } from '@nestjs/common';\nimport { change } from './change';\n" +
      "@Controller('change')\nexport class Changes {\n  @Get()\n  show(): string {\n    return String(change);\n  }\n}\n",
  }),
};

const fastify: Peer = {
  name: 'Fastify: tsx watch',
  command: ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server.ts'],
  changed: 'change.ts',
  files: (port) => ({
    'package.json': json({ name: 'fastify', type: 'module' }),
    'server.ts':
      "import { fastify } from 'fastify';\nimport { routes } from './routes.ts';\nconst app = fastify();\n" +
      `app.register(routes);\nawait app.listen({ host: '127.0.0.1', port: ${port} });\n`,
    'routes.ts':
      "import type { FastifyInstance } from 'fastify';\nimport { change } from './change.ts';\n" +
      "export const routes = async (app: FastifyInstance) => {\n  app.get('/change', () => String(change));\n};\n",
  }),
};

/** Taproot with one route, as the peers have it. Its packages are those of this repository. */
export const taprootPeer: Peer = {
  name: 'taproot serve --watch, one route',
  command: ['../../taproot/bin/taproot.js', 'serve', '--watch'],
  changed: 'routes/change.ts',
  files: (port) => ({
    'package.json': json({
      name: 'taproot-peer',
      type: 'module',
      dependencies: { '@taproot/console': '*', '@taproot/core': '*', '@taproot/routing': '*' },
    }),
    '.env': `APP_ENV=development\nHOST=127.0.0.1\nPORT=${port}\n`,
    'bootstrap/app.ts':
      "import { consoleKernel } from '@taproot/console';\nimport { setup } from '@taproot/core';\n" +
      "import { routing } from '@taproot/routing';\nimport { change } from '../routes/change.ts';\n" +
      "export const boot = () =>\n  setup(null, { basePath: new URL('..', import.meta.url) })\n" +
      '    .withPlugins([consoleKernel(), routing()])\n    .withRouting((route) => {\n' +
      "      route.get('/change', (ctx) => ctx.response().string(200, String(change)));\n    })\n    .create();\n",
  }),
};

/** The peers that `dev-server-peers` measures. */
export const peers: readonly Peer[] = [adonis, nest, fastify];

/** The database that keeps the rows of an application. */
export const engineNames = ['sqlite', 'postgres', 'mysql', 'mariadb'] as const;
export type EngineName = (typeof engineNames)[number];

/** A server for development, and how an application reaches it. */
interface Server {
  /** The client package of the engine, with its version. */
  readonly packages: Readonly<Record<string, string>>;
  readonly scheme: string;
  readonly port: number;
  readonly image: string;
  /** The folder in which the image keeps its data. */
  readonly data: string;
  readonly environment: (name: string) => Readonly<Record<string, string>>;
  /** The command that checks whether the server accepts connections. */
  readonly health: readonly string[];
  /** Statements for the new server that allow the user `app` to create test databases; null if `app` may do so already. */
  readonly grant: ((name: string) => string) | null;
}

const mysql2 = { mysql2: '^3.24.0' };

// In the name of a database `_` matches any character, and `%` any number of them.
const grant = (name: string): string =>
  `GRANT ALL ON \`${testDatabaseOf(name).replaceAll('_', String.raw`\_`)}%\`.* TO 'app'@'%';`;

const servers: Readonly<Record<Exclude<EngineName, 'sqlite'>, Server>> = {
  postgres: {
    packages: { pg: '^8.16.0' },
    scheme: 'postgres',
    port: 5432,
    image: 'postgres:17',
    data: '/var/lib/postgresql/data',
    environment: (name) => ({ POSTGRES_USER: 'app', POSTGRES_PASSWORD: 'app', POSTGRES_DB: name }),
    health: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'app'],
    grant: null,
  },
  mysql: {
    packages: mysql2,
    scheme: 'mysql',
    port: 3306,
    image: 'mysql:8.4',
    data: '/var/lib/mysql',
    environment: (name) => ({
      MYSQL_USER: 'app',
      MYSQL_PASSWORD: 'app',
      MYSQL_DATABASE: name,
      MYSQL_RANDOM_ROOT_PASSWORD: 'yes',
    }),
    health: ['CMD', 'mysqladmin', 'ping', '-h', '127.0.0.1', '-u', 'app', '-papp'],
    grant,
  },
  mariadb: {
    packages: mysql2,
    scheme: 'mariadb',
    port: 3306,
    image: 'mariadb:11.4',
    data: '/var/lib/mysql',
    environment: (name) => ({
      MARIADB_USER: 'app',
      MARIADB_PASSWORD: 'app',
      MARIADB_DATABASE: name,
      MARIADB_RANDOM_ROOT_PASSWORD: 'yes',
    }),
    health: ['CMD', 'healthcheck.sh', '--connect', '--innodb_initialized'],
    grant,
  },
};

/** The additions of an engine to an application; null for SQLite, which is in the template. */
export interface EngineFiles {
  /** Entries of package.json. */
  readonly packages: Readonly<Record<string, string>>;
  /** Address of the server that compose.yaml starts. */
  readonly url: string;
  /** Address of the test databases on that server. */
  readonly testUrl: string;
  /** Text of compose.yaml. */
  readonly compose: string;
}

/** The additions of an engine to an application of this name. */
export const engineFiles = (engine: EngineName, application: string): EngineFiles | null => {
  if (engine === 'sqlite') return null;
  const server = servers[engine];
  const name = databaseName(application);
  const address = `${server.scheme}://app:app@127.0.0.1:${server.port}`;
  return {
    packages: server.packages,
    url: `${address}/${name}`,
    testUrl: `${address}/${testDatabaseOf(name)}{worker}`,
    compose: compose(server, name),
  };
};

/** Turns `@scope/my-app` into `my_app`: letters, digits and underscores need no quotes in any engine. */
const databaseName = (application: string): string => {
  const bare = application
    .replace(/^@[^/]*\//, '')
    .replaceAll(/\W+/g, '_')
    .slice(0, longestName);
  return /^[a-z]/.test(bare) ? bare : `app_${bare}`.slice(0, longestName);
};

// PostgreSQL allows 63 characters. The names of test databases add `_test_` and a number.
const longestName = 54;

/** The name of a test database, without the number of the worker. */
const testDatabaseOf = (name: string): string => `${name}_test_`;

const compose = ({ image, port, data, environment, health, grant }: Server, name: string): string => `\
# The database of development: \`docker compose up -d --wait\` starts it, \`docker compose down -v\` removes it with its rows.
services:
  database:
    image: ${image}
    environment:
${Object.entries(environment(name))
  .map(([key, value]) => `      ${key}: "${value}"`)
  .join('\n')}
    # Of this machine alone: the password is no secret.
    ports:
      - "127.0.0.1:${port}:${port}"
    volumes:
      - database:${data}
${grant === null ? '' : configUse}    healthcheck:
      test: ${JSON.stringify(health).replaceAll(',', ', ')}
      interval: 2s
      timeout: 5s
      retries: 30
      start_period: 10s
volumes:
  database:
${grant === null ? '' : configOf(grant(name))}`;

const configUse = `\
    configs:
      - source: test_databases
        target: /docker-entrypoint-initdb.d/test-databases.sql
`;

const configOf = (statement: string): string => `\
# A new server runs it: tests make a database for each of their workers.
configs:
  test_databases:
    content: |
      ${statement}
`;

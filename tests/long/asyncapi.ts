import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import { sockets } from '../openapi/fixture/routes/sockets.ts';
import { boot, fixture } from '../openapi/support.ts';
import type { LongTest } from './run.ts';
import { asyncApiParser } from './support/tools.ts';

interface Diagnostic {
  /** 0 is an error, 1 a warning, more are hints. */
  readonly severity: number;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

interface Parsed {
  readonly document?: { operations(): { all(): readonly object[] } };
  readonly diagnostics: readonly Diagnostic[];
}

const root = join(import.meta.dirname, '..', '..');

/** The document of the fixture, with each kind of message. */
const fixtureText = async (): Promise<string> => {
  const app = await boot(sockets);
  try {
    const [{ sockets: document }] = await describeApplication(app, fixture);
    return JSON.stringify(document?.document);
  } finally {
    await app.close();
  }
};

/** The official parser of AsyncAPI on the document of an example, and on that of a fixture. */
export const run: LongTest = async () => {
  const { Parser } = createRequire(join(asyncApiParser(), 'x.js'))('@asyncapi/parser') as {
    readonly Parser: new () => { parse(text: string): Promise<Parsed> };
  };
  const texts = {
    helpdesk: readFileSync(join(root, 'examples', 'helpdesk', 'api', 'asyncapi.json'), 'utf8'),
    fixture: await fixtureText(),
  };
  const faults: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const { document, diagnostics } = await new Parser().parse(text);
    const found = diagnostics.filter(({ severity }) => severity < 2);
    faults.push(...found.map(({ message, path }) => `${name}: ${path.join('.')}: ${message}`));
    console.log(`asyncapi ${name}: ${document?.operations().all().length ?? 0} operations, ${found.length} faults`);
    if (document === undefined) faults.push(`${name}: it cannot be parsed`);
  }
  return faults;
};

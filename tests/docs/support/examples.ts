import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type RootRouter, routing } from '@taproot/routing';
import { type CodeBlock, codeBlocks } from './code-blocks.ts';
import type { Scratch } from './scratch.ts';

/** An application of a page (`ts run`), with what is said to it until the next one. */
export interface Example {
  readonly page: string;
  readonly program: CodeBlock;
  /** Sessions (`console`) and tests (`ts test`), in order. */
  readonly talk: readonly CodeBlock[];
}

const isProgram = ({ marks }: CodeBlock): boolean => marks.includes('run');
const isTest = ({ marks }: CodeBlock): boolean => marks.includes('test');
const isSession = ({ language, code }: CodeBlock): boolean => language === 'console' && code.startsWith('$ curl');

/** The applications of a page. */
export const examplesOf = (page: string, markdown: string): Example[] => {
  const examples: (Example & { talk: CodeBlock[] })[] = [];
  for (const block of codeBlocks(markdown)) {
    if (isProgram(block)) examples.push({ page, program: block, talk: [] });
    else if (isTest(block) || isSession(block)) examples.at(-1)?.talk.push(block);
  }
  return examples;
};

const folderOf = (page: string): string => page.replaceAll(/\W/g, '-');

/** The block as a function of its own: imports stay outside. */
const asFunction = (code: string, signature: string, imports: string): string => {
  const isImport = /^import [\s\S]*?;$/gm;
  return `${imports}\n${(code.match(isImport) ?? []).join('\n')}\n\n${signature} {\n${code.replaceAll(isImport, '')}\n}\n`;
};

/** A whole program exports `boot`; anything else is what stands within `.withRouting((route) => { ... })`. */
const programSource = (code: string): string =>
  code.includes('export const boot')
    ? code
    : asFunction(
        code,
        'export const register = (route: DocsRouter): void =>',
        "import type { RootRouter as DocsRouter } from '@taproot/routing';",
      );

const testSource = (code: string): string =>
  asFunction(
    code,
    'export const check = async (app: DocsApplication): Promise<void> =>',
    "import type { Application as DocsApplication } from '@taproot/core';",
  );

export const programFile = ({ page, program }: Example): string => `${folderOf(page)}/line-${program.line}.ts`;
export const testFile = ({ page }: Example, { line }: CodeBlock): string => `${folderOf(page)}/line-${line}-test.ts`;

/** The file of every new application, which pages import and need not show. */
const facadesFile = `import { createFacades } from '@taproot/core';

export const handle = createFacades();
export const { facades, middleware } = handle;
`;

/** Writes the examples of a page, and the files its other blocks name. */
export const writeExamples = async (scratch: Scratch, page: string, markdown: string): Promise<Example[]> => {
  const examples = examplesOf(page, markdown);
  await scratch.write(`${folderOf(page)}/app/facades.ts`, facadesFile);
  for (const { file, code } of codeBlocks(markdown))
    if (file !== null) await scratch.write(`${folderOf(page)}/${file}`, code);
  for (const example of examples) {
    await scratch.write(programFile(example), programSource(example.program.code));
    for (const block of example.talk)
      if (isTest(block)) await scratch.write(testFile(example, block), testSource(block.code));
  }
  return examples;
};

interface Program {
  readonly boot?: () => Promise<Application>;
  readonly register?: (route: RootRouter) => void;
}

// Errors that a page provokes are not told to whoever runs the tests.
const quiet = definePlugin({ name: 'quiet', apply: (app) => app.hooks.report.tap('quiet', () => undefined) });

/** Boots an example, in the folder of its page. */
export const bootExample = async (scratch: Scratch, example: Example): Promise<Application> => {
  const program = (await import(scratch.path(programFile(example)))) as Program;
  if (program.boot !== undefined) return program.boot();
  return setup(null, { basePath: scratch.path(folderOf(example.page)), env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), quiet])
    .withRouting((route) => program.register?.(route))
    .create();
};

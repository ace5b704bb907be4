import { performance } from 'node:perf_hooks';
import { Scratch } from '../docs/support/scratch.ts';

const routes = Array.from(
  { length: 500 },
  (_, i) => [`part${i % 25}.thing${i}.show`, `/part${i % 25}/thing${i}/{id}`] as const,
);
const keys = Array.from({ length: 300 }, (_, i) => [`group${i % 10}.text_${i}`, i % 3 === 0 ? 'name' : null] as const);
const rounds = 3;

const application = `
import type { Context } from '@taproot/core';
import type { Lang } from '@taproot/lang';
import type { RootRouter } from '@taproot/routing';
export const links = (route: RootRouter, ctx: Context) => [
${routes.map(([name]) => `  route.url('${name}', { id: 1 }),\n  ctx.response().redirectToRoute('${name}', { id: 1 }),`).join('\n')}
];
export const texts = (lang: Lang) => [
${keys.map(([key, name]) => `  lang.get('${key}'${name === null ? '' : `, { ${name}: 'x' }`}),`).join('\n')}
];
`;

const names = `
import '@taproot/core';
import '@taproot/lang';
declare module '@taproot/core' {
  interface RouteNames {
${routes.map(([name, path]) => `    '${name}': '${path}';`).join('\n')}
  }
}
declare module '@taproot/lang' {
  interface LangKeys {
${keys.map(([key, name]) => `    '${key}': ${name === null ? 'never' : `'${name}'`};`).join('\n')}
  }
}
`;

const best = async (scratch: Scratch): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const said = await scratch.compile();
    if (said !== '') throw new Error(said);
    times.push((performance.now() - start) / 1000);
  }
  return Math.min(...times);
};

const wrong = `
import type { Lang } from '@taproot/lang';
import type { RootRouter } from '@taproot/routing';
export const wrong = (route: RootRouter, lang: Lang) => [
  route.url('part1.thing1.shwo', { id: 1 }),
  lang.get('group1.text_1x'),
];
`;

/** tsc of an application with 500 routes and 300 translations, each used, without and with types/taproot.d.ts. */
export const run = async (): Promise<readonly string[]> => {
  const scratch = await Scratch.create();
  try {
    await scratch.write('application.ts', application);
    await scratch.compile();
    const without = await best(scratch);
    await scratch.write('types/taproot.d.ts', names);
    const declared = await best(scratch);
    console.log('Names for the compiler');
    console.table({ tsc: { without: `${without.toFixed(2)} s`, declared: `${declared.toFixed(2)} s` } });
    await scratch.write('wrong.ts', wrong);
    const said = await scratch.compile();
    return ['"part1.thing1.shwo"', '"group1.text_1x"'].filter((name) => !said.includes(`'${name}' is not assignable`));
  } finally {
    await scratch.remove();
  }
};

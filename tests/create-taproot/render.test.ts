import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Choices } from '../../create-taproot/src/choices.ts';
import { withRequired } from '../../create-taproot/src/parts.ts';
import { render } from '../../create-taproot/src/render.ts';
import { path, template } from './support.ts';

const choices: Choices = {
  directory: '/work/blog',
  name: 'blog',
  starter: 'demo',
  driver: 'koa',
  packageManager: 'npm',
  parts: [],
  database: 'sqlite',
  otel: false,
  git: false,
  install: false,
  force: false,
  packages: null,
};

test('a file of the variant takes the place of the one that the whole application has', () => {
  const whole = render(template, { ...choices, parts: ['database', 'auth'] });
  const bare = render(template, choices);
  expect(whole.get('app/posts/post-store.ts')?.toString()).toContain('Keeps posts in the database');
  expect(bare.get('app/posts/post-store.ts')?.toString()).toContain('Keeps posts in memory');
  expect(bare.has('app/posts/tables.ts')).toBe(false);
});

test('another version of a file that leaves does not bring it back', () => {
  expect(render(template, { ...choices, starter: 'api' }).has('app/posts/post-store.ts')).toBe(false);
});

const broken = (change: (text: string) => string, ...file: string[]): string => {
  cpSync(template, path('template'), { recursive: true });
  writeFileSync(path('template', ...file), change(readFileSync(path('template', ...file), 'utf8')));
  return path('template');
};

test('a template that lacks what is to be changed is refused', () => {
  const place = broken((text) => text.replace('APP_NAME=Taproot', ''), 'variants', 'posts', '.env.example');
  expect(() => render(place, choices)).toThrow('it must contain "APP_NAME=Taproot" once');
});

test('a template without the variant that is chosen is refused', () => {
  const place = broken(() => '{}', 'removed.json');
  expect(() => render(place, choices)).toThrow('it must contain "posts"');
});

test('what is chosen brings what it requires', () => {
  expect(withRequired(['auth'])).toEqual(['database', 'auth']);
  expect(withRequired(['database'])).toEqual(['database']);
  expect(withRequired([])).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linters } from './tools.ts';

/** What is read of the report of Lighthouse. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

/** The scores of a page, 0 to 100, by category. Pages are judged as on a desk: a phone is slowed down, and so is a busy machine. */
export const judgePage = async (url: string): Promise<[name: string, score: number][]> => {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  try {
    const report = join(folder, 'report.json');
    const args = [
      join(linters(), 'lighthouse', 'cli', 'index.js'),
      url,
      '--preset=desktop',
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      '--chrome-flags=--headless=new --no-sandbox',
    ];
    const env = { ...process.env, CHROME_PATH: '/usr/bin/chromium' };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
    await once(child, 'exit');
    const { categories } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

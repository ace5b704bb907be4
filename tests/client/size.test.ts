import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

const source = join(import.meta.dirname, '..', '..', 'client', 'src');

/** Bytes after brotli of what a page loads at once: the entry and what it imports; what is imported later is not counted. */
const bytesOf = async (entry: string): Promise<number> => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const open = [Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry))?.[0] ?? ''];
  let bytes = 0;
  for (const path of open) {
    const file = outputFiles.find((output) => output.path.endsWith(path));
    bytes += brotliCompressSync(file?.contents ?? '').length;
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !open.includes(next)) open.push(next);
  }
  return bytes;
};

test('the client is 3,072 bytes at most', async () => {
  const bytes = await bytesOf('index.ts');
  expect(bytes).toBeGreaterThan(2000);
  expect(bytes).toBeLessThanOrEqual(3072);
});

// `npm run build`: fills dist/ of every public package. tsc writes the declarations, esbuild the modules, which it puts into
// few files: an ES module costs node 0.4 ms before its first line, and whoever starts an application waits for hundreds.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, packages, root } from './packages/bundle.mjs';

// Else the chunks of an earlier build would be published too.
for (const name of packages) rmSync(join(root, name, 'dist'), { recursive: true, force: true });

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
// Each of several checkers of a project works out types again that another one has.
const { status } = spawnSync(process.execPath, [tsc, '-b', '--checkers', '1', ...packages], {
  cwd: root,
  stdio: 'inherit',
});
if (status === 0) await Promise.all(packages.map(bundle));
else process.exitCode = status ?? 1;

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

// Git sets these variables for its hooks. Under a hook, git would write into the hook's repository.
const foreign = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_PREFIX'];
// Files that programs write: the package manager, `openapi:write` and `types`.
const results = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'api', 'types'];

/** Name and e-mail of the commit if git has none on this machine. */
const fallback = ['-c', 'user.name=create-taproot', '-c', 'user.email=create-taproot@localhost'];

/**
 * Creates a git repository whose first commit has the written files, the lock file, and what the application writes about itself. Resolves
 * to whether there is a commit, or to null when git is not installed. The commit is not signed and runs no hooks, because both may ask
 * questions.
 */
export const firstCommit = async (directory: string, written: Iterable<string>): Promise<boolean | null> => {
  const env = { ...process.env };
  for (const name of foreign) delete env[name];
  const git = (...args: readonly string[]) => runCommand('git', args, directory, { env });
  const isSet = (name: string) =>
    runCommand('git', ['-c', 'user.useConfigOnly=true', 'var', name], directory, { env, quiet: true });

  if (!(await git('init', '--quiet'))) return null;
  const identity = (await isSet('GIT_AUTHOR_IDENT')) && (await isSet('GIT_COMMITTER_IDENT')) ? [] : fallback;
  // Leaves out secrets. With --force it also leaves out files that were in the folder before.
  const paths = [...written].filter((path) => path !== '.env');
  const programs = results.filter((path) => existsSync(join(directory, path)));
  const commit = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message', 'Create the application'];
  return (await git('add', '--force', '--', ...paths, ...programs)) && (await git(...identity, ...commit));
};

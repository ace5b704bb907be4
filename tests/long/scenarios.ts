import { runPages } from './support/run-pages.ts';

/** Pages that build something in a new application, executed from packed packages in an empty folder. */
export const run = (): Promise<readonly string[]> =>
  runPages([
    'docs/recipes/uploads-and-roles.md',
    'docs/recipes/publish-a-plugin.md',
    'docs/recipes/uploads-to-s3.md',
    'docs/recipes/graphql.md',
    'docs/moving-in/express-step-by-step.md',
  ]);

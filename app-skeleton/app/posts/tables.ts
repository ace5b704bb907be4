import type { Generated } from '@taproot/database';

// The tables that database/migrations/ creates. These lines give queries their types.
declare module '@taproot/database' {
  interface Tables {
    posts: { id: Generated<number>; slug: string; title: string; body: string; author_id: number | null };
    attachments: { name: string; post_id: number };
  }
}

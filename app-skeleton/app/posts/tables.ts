import type { Generated } from '@taproot/database';

// The tables as database/migrations/ makes them: queries are typed by these lines.
declare module '@taproot/database' {
  interface Tables {
    posts: { id: Generated<number>; slug: string; title: string; body: string; author_id: number | null };
    attachments: { name: string; post_id: number };
  }
}

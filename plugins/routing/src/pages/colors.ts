/** Colours of the framework's pages, by what they are for. Each text colour has a contrast of 5:1 or more on both grounds. */
export const colors = `:root{color-scheme:light dark;--page:#f8f7f3;--panel:#fff;--line:#dfdcd2;--text:#22302a;--quiet:#59635d;--accent:#2f6b48;--mark:#fbeed3;--bad:#a8322d}
@media(prefers-color-scheme:dark){:root{--page:#141a17;--panel:#1b231f;--line:#303b35;--text:#e4e9e4;--quiet:#a3afa7;--accent:#8cc9a1;--mark:#3a3220;--bad:#f09a92}}`;

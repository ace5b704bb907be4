/** Colours of the framework's pages, named by their purpose. Each text colour has a contrast of at least 5:1 on both backgrounds. */
export const colors = `:root{color-scheme:light dark;--page:#f8f7f3;--panel:#fff;--line:#dfdcd2;--text:#22302a;--quiet:#59635d;--accent:#2f6b48;--mark:#fbeed3;--bad:#a8322d}
@media(prefers-color-scheme:dark){:root{--page:#141a17;--panel:#1b231f;--line:#303b35;--text:#e4e9e4;--quiet:#a3afa7;--accent:#8cc9a1;--mark:#3a3220;--bad:#f09a92}}`;

/** The style of the debug page. */
export const debugStyle = `${colors}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:clamp(1.25rem,4vw,3rem) clamp(1rem,4vw,2rem);background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,p,pre,dl,ol,dd{margin:0}
h1{margin:.35rem 0 .9rem;font-size:clamp(1.25rem,3.5vw,1.75rem);line-height:1.3;font-weight:650;text-wrap:pretty}
h2{margin:2.25rem 0 .75rem;font-size:1.0625rem}
code,pre,ol,.mono{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
.kind{margin-top:1.1rem;color:var(--bad);font-weight:600}
.kind code{margin-left:.5rem;font-size:.875rem}
.asked{color:var(--quiet);font-size:.9375rem}
.fix{margin-top:.9rem;padding:.9rem 1.1rem;border-left:3px solid var(--accent);border-radius:.25rem .6rem .6rem .25rem;background:var(--panel)}
.fix b{color:var(--accent)}
.panel,details{border:1px solid var(--line);border-radius:.7rem;background:var(--panel)}
.panel{padding:1rem 1.15rem}
.facts{padding:0}
.apart{margin-top:2.25rem}
.panel+.panel,details+details,.panel+details,details+.panel,pre+details{margin-top:.6rem}
summary{padding:.6rem 1.15rem;border-radius:.7rem;cursor:pointer}
summary small{color:var(--quiet);font-size:.8125rem}
summary:focus-visible,ol:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
details>:not(summary){border-top:1px solid var(--line)}
.code{padding:.7rem 0;overflow-x:auto;list-style:none;line-height:1.65;white-space:pre;tab-size:2}
.code li{display:flex;min-width:max-content;padding:0 1.15rem}
.code li::before{content:attr(value);flex:none;width:3.2em;margin-right:1.2em;color:var(--quiet);text-align:right}
.code .at{background:var(--mark)}
.code .at::before{color:var(--text);font-weight:700}
.stack{padding:.8rem 1.15rem;list-style:none;line-height:1.75}
.stack .far{color:var(--quiet)}
pre{white-space:pre-wrap}
section>pre{margin-bottom:.75rem}
pre.panel{padding:.9rem 1.15rem}
dl{display:grid;grid-template-columns:minmax(7rem,12rem) minmax(0,1fr);gap:.45rem 1.25rem;padding:.9rem 1.15rem}
dt{color:var(--quiet);font-size:.875rem}
dd{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem;line-height:1.65;white-space:pre-wrap}
@media(max-width:34rem){dl{grid-template-columns:minmax(0,1fr);gap:.1rem}dd{margin-bottom:.6rem}}
a{color:var(--accent);text-underline-offset:.2em}
footer{margin-top:2.5rem;color:var(--quiet);font-size:.875rem}`;

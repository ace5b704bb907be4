import { colors } from '@taproot/routing/pages';

const own = `:root{--query:#35679c;--handler:#2f6b48;--middleware:#8a6a1f;--hook:#7a4f8f;--check:#9a4a2a;--request:#8b928d;--good:#2f6b48;--soft:.28}
@media(prefers-color-scheme:dark){:root{--query:#86b6e6;--handler:#8cc9a1;--middleware:#d9bd76;--hook:#c9a4dc;--check:#e2a184;--request:#7d8780;--good:#8cc9a1;--soft:.35}}`;

/** The style of the pages, in the colours of the framework's error pages. */
export const style = `${colors}
${own}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:clamp(1rem,3vw,2rem) clamp(1rem,4vw,2rem);background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1,h2,h3,p,pre,dl,ol,ul,dd{margin:0}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:baseline;margin-bottom:2rem;padding-bottom:.9rem;border-bottom:1px solid var(--line)}
.brand{font-weight:650}.brand span{color:var(--quiet);font-weight:400}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
a{color:var(--accent);text-underline-offset:.2em}
nav a{color:var(--quiet);text-decoration:none}
nav a:hover,td a:hover{text-decoration:underline}
nav a[aria-current]{color:var(--text);font-weight:600}
h1{margin:.2rem 0 .6rem;font-size:clamp(1.25rem,3.5vw,1.75rem);line-height:1.3;font-weight:650;overflow-wrap:anywhere}
h1 .target{font-weight:400}
h2{margin:2.25rem 0 .6rem;font-size:1.0625rem}
h2 small{margin-left:.4rem;color:var(--quiet);font-weight:400}
.lead{max-width:46rem;margin-bottom:1.25rem;color:var(--quiet)}
.quiet,small{color:var(--quiet);font-size:.875rem}
p.quiet{margin-bottom:.6rem}
code,pre,dd{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.panel,details,.wide{border:1px solid var(--line);border-radius:.7rem;background:var(--panel)}
.panel{padding:1rem 1.15rem}.panel.facts{padding:0}
.wide{overflow-x:auto}
iframe.mail{width:100%;height:20rem;resize:vertical;border:1px solid var(--line);border-radius:.7rem;background:#fff}
details,form{margin-top:.6rem}
summary{padding:.6rem 1.15rem;border-radius:.7rem;cursor:pointer}
details>:not(summary){border-top:1px solid var(--line)}
details>pre,.copy{padding:.9rem 1.15rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.5rem .9rem;text-align:left;vertical-align:top}
th{color:var(--quiet);font-size:.8125rem;font-weight:600;white-space:nowrap}
tbody tr{border-top:1px solid var(--line)}
td.what{overflow-wrap:anywhere;min-width:14rem}td.what a{color:inherit;text-decoration:none}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.plain{padding-left:1.2rem;font-size:.875rem}
.jump{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
.settings{table-layout:fixed}.settings td{overflow-wrap:anywhere}
.rules{display:block;padding:0}.rules dt,.rules dd{display:inline;font-size:.8125rem}.rules dd{margin:0 0 0 .5rem}.rules dd::after{content:"";display:block}
.chain{padding:0;list-style:none;font-size:.875rem}.chain li{display:inline}.chain li:not(:last-child)::after{content:" ›";color:var(--quiet)}
.routes{table-layout:fixed}.routes tr>:nth-child(2){width:21%}.routes tr>:nth-child(4){width:31%}.routes td{overflow-wrap:anywhere}
.jump a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
.log{margin-top:.9rem}.log li+li{margin-top:.6rem;padding-top:.6rem}.log summary{padding:.25rem .75rem;font-size:.875rem}.log pre{overflow-wrap:anywhere}.message{overflow-wrap:anywhere;white-space:pre-wrap}.members{overflow-wrap:anywhere;white-space:pre-wrap}
.level{font-size:.8125rem;font-weight:600}.l-trace,.l-debug{color:var(--quiet)}.l-info{color:var(--good)}.l-warn{color:var(--middleware)}.l-error,.l-fatal{color:var(--bad)}
.gaps{padding:0;list-style:none;font-size:.875rem}.gaps li+li{margin-top:.5rem}.gaps b{font-weight:600}tbody .found-row{border-top:0}.found-row td{padding-top:0}
.settings .plain{padding:0;list-style:none}.settings tr>:nth-child(-n+2){width:30%}
.status{display:inline-block;min-width:2.9em;padding:.05em .45em;border:1px solid currentColor;border-radius:.4em;font-size:.8125rem;text-align:center;font-variant-numeric:tabular-nums}
h1 .status{font-size:.8em;vertical-align:.1em}
.s2,.good{color:var(--good)}.s3,.s0{color:var(--quiet)}.s4,.s5,.bad{color:var(--bad)}
.mark{padding:.05em .5em;border-radius:.4em;background:var(--mark);color:var(--text);font-size:.8125rem;white-space:nowrap}
.why{margin:1.25rem 0;padding:1rem 1.15rem;border-left:3px solid var(--bad);border-radius:.25rem .6rem .6rem .25rem;background:var(--panel);overflow-wrap:anywhere}
.why h2{margin:0 0 .35rem;color:var(--bad)}.why p+p{margin-top:.5rem}.why p:first-of-type{font-size:1.0625rem}
.found{padding-left:1.15rem;list-style:none;overflow-wrap:anywhere}.found li+li{margin-top:.6rem}
.fall{padding:0;list-style:none}
.later+.later{margin-top:.9rem}.later h3{margin:0 0 .6rem;font-size:1rem;font-weight:400;overflow-wrap:anywhere}.later h3 small{margin-left:.6rem}.later .plain{margin:0 0 .6rem}
.fall li{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,4fr) 5.2rem;gap:0 1rem;align-items:center;padding:.3rem 0}
.fall li+li{border-top:1px solid var(--line)}
.step{overflow-wrap:anywhere}
.step code{display:-webkit-inline-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;vertical-align:bottom;line-height:1.55}
.kind{display:inline-block;font-size:.8125rem;font-weight:600}
.d1 .step{padding-left:1rem}.d2 .step{padding-left:2rem}.d3 .step{padding-left:3rem}.d4 .step{padding-left:4rem}.d5 .step{padding-left:5rem}.d6 .step{padding-left:6rem}.d7 .step{padding-left:7rem}.d8 .step{padding-left:8rem}
.bar{display:block;width:100%;height:.75rem;border-radius:.2rem;background:var(--page)}
.bar .whole{fill:currentColor;opacity:var(--soft)}.bar .own{fill:currentColor}
.kind,svg.bar{color:var(--check)}.k-query{color:var(--query)}.k-handler{color:var(--handler)}.k-middleware{color:var(--middleware)}.k-hook{color:var(--hook)}.k-validation,.k-throttle,.k-gate{color:var(--check)}
svg.k-request{color:var(--request)}
dl{display:grid;grid-template-columns:minmax(7rem,14rem) minmax(0,1fr);gap:.4rem 1.25rem;padding:.9rem 1.15rem}
dt{color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}
dd{overflow-wrap:anywhere;line-height:1.65}
button{padding:.4rem .9rem;border:1px solid var(--accent);border-radius:.5rem;background:transparent;color:var(--accent);font:inherit;cursor:pointer}
button:hover{background:var(--page)}
.copy button{float:right}
.reports{padding-left:1.15rem;list-style:none}.reports li+li{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
footer{margin-top:3rem;color:var(--quiet);font-size:.875rem}
@media(max-width:48rem){.route,.more{display:none}th,td{padding:.45rem .6rem}td.what{min-width:11rem}
.fall li{grid-template-columns:minmax(0,1fr) auto}.fall .bar{grid-row:2;grid-column:1/-1;margin-top:.2rem}
.d1 .step,.d2 .step,.d3 .step,.d4 .step,.d5 .step,.d6 .step,.d7 .step,.d8 .step{padding-left:.6rem}
dl{grid-template-columns:minmax(0,1fr);gap:.1rem}dd{margin-bottom:.6rem}
.stacked thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stacked,.stacked tbody,.stacked tr,.stacked tr>:nth-child(n){display:block;width:auto}.stacked td{padding:0;overflow-wrap:anywhere}.stacked tr{padding:.5rem .75rem}
.settings .key{font-weight:600}}
`;

export const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const style = `
svg{color-scheme:light dark;font:14px system-ui,sans-serif;background:#fff}
text{fill:#1d2733;text-anchor:middle}
.start{text-anchor:start}
.note,.label{font-size:12px;fill:#4a5866}
.name{font-size:12px;font-weight:600;fill:#2f6b4f;text-anchor:start}
.box{fill:#f4f7f5;stroke:#2f6b4f;stroke-width:1.5}
.app{fill:#e3f1e8}
.outside{fill:#fff;stroke:#6b7885;stroke-dasharray:4 3}
.bad{fill:#fdeeee;stroke:#a33a3a}
.band{fill:none;stroke:#b9c6be}
.arrow{fill:none;stroke:#4a5866;stroke-width:1.5}
.back{stroke-dasharray:5 4}
#head path{fill:#4a5866}
@media (prefers-color-scheme:dark){
svg{background:#12181d}
text{fill:#e6ecf0}
.note,.label{fill:#aebac4}
.name{fill:#86cfa8}
.box{fill:#1a2420;stroke:#6fbf95}
.app{fill:#20362b}
.outside{fill:#12181d;stroke:#8b98a5}
.bad{fill:#331d1d;stroke:#e08a8a}
.band{stroke:#3d4b44}
.arrow{stroke:#aebac4}
#head path{fill:#aebac4}
}`;

/** An SVG file with the style of all pictures, light and dark. */
export const frame = ({ title, text }, width, height, drawn) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title text">
<title id="title">${escape(title)}</title>
<desc id="text">${escape(text)}</desc>
<style>${style}
</style>
${drawn.join('\n')}
</svg>
`;

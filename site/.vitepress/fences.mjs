/** Shows the file of a code block, ```ts file=routes/api.ts, above it. Other words behind the language are for the tests. */
export const fences = (markdown) => {
  const draw = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const [language = ''] = token.info.trim().split(/\s+/);
    const file = /\bfile=(\S+)/.exec(token.info)?.[1];
    token.info = language;
    const block = draw(tokens, index, ...rest);
    return file === undefined ? block : `<div class="file"><p>${markdown.utils.escapeHtml(file)}</p>${block}</div>`;
  };
};

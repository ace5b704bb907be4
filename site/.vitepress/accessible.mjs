/** Places where axe finds a fault in the default theme of VitePress 1.6, and what is there instead. */
const corrections = {
  // A button in a button: the outer one does the same, and has the name of the part.
  'VPSidebarItem.vue': [
    [/class="caret"\s+role="button"\s+aria-label="toggle section"/, 'class="caret"'],
    [/(@keydown\.enter="onCaretClick")\s+tabindex="0"/, '$1'],
  ],
  // The label differs from the words on the button. Phones hide these, so the title is its name there.
  'VPNavBarSearchButton.vue': [[/:aria-label(="translate\('button\.buttonAriaLabel'\)")/, ':title$1']],
  // The home page has no main landmark.
  'VPHome.vue': [
    [/<div(\s+class="VPHome")/, '<main$1'],
    [/<\/div>(\s*<\/template>\s*<style)/, '</main>$1'],
  ],
};

/** Corrects components of the default theme while they are read. A component that has changed stops the build. */
export const accessible = {
  name: 'accessible',
  enforce: 'pre',
  transform(code, id) {
    const found = Object.entries(corrections).find(([file]) => id.endsWith(`/theme-default/components/${file}`));
    if (found === undefined) return null;
    return found[1].reduce((text, [before, after]) => {
      if (!before.test(text))
        throw new Error(`${found[0]} is not as expected. Look whether VitePress still needs ${before}.`);
      return text.replace(before, after);
    }, code);
  },
};

/**
 * A script of the page. It gives Scalar's parts the names, roles and states that screen readers need, and repeats that
 * after each change of the page. Scalar 1.72 leaves them out and has no setting for them.
 */
export const accessibleNames = `(() => {
  const each = (selector, change) => document.querySelectorAll(selector).forEach(change);
  const repair = () => {
    each('button[class*="copy-button"]:not([aria-label])', (element) => element.setAttribute('aria-label', 'Copy'));
    each('[role="textbox"]:not([aria-label]):not([aria-labelledby])', (element) => element.setAttribute('aria-label', 'Body'));
    each('button[role="none"]', (element) => element.removeAttribute('role'));
    each('[role="combobox"]:not([aria-expanded])', (element) => element.setAttribute('aria-expanded', 'false'));
    each('[aria-controls]', (element) => {
      if (document.getElementById(element.getAttribute('aria-controls')) === null) element.removeAttribute('aria-controls');
    });
    each('.cm-scroller[tabindex="-1"]', (element) => element.setAttribute('tabindex', '0'));
  };
  let asked = 0;
  new MutationObserver(() => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      repair();
    });
  }).observe(document.body, { childList: true, subtree: true });
})();`;

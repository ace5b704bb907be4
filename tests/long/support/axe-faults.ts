import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules of axe that a page breaks: of the two highest impacts, or all. */
export const axeFaults = async (page: Page, impacts: 'highest' | 'all' = 'highest'): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run();
    return violations.filter(({ impact }) => ${impacts === 'all'} || impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => impact + ' ' + id + ': ' + nodes.length + ' x ' + nodes[0].html.slice(0, 150));
  })()`);
};

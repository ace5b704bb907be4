import { home } from '../home.ts';

/**
 * The only script of the pages. It adds new requests to the list, loads the rules of routes, and makes copy buttons
 * work. The pages work without it.
 */
export const script = `const most = 200;
const list = document.getElementById('requests');
const live = document.getElementById('live');
if (list && live) {
  const source = new EventSource('${home}/live');
  source.onopen = () => { live.textContent = 'Live.'; };
  source.onerror = () => { live.textContent = 'The server is away. The list goes on when it is back.'; };
  source.onmessage = ({ data }) => {
    const holder = document.createElement('template');
    holder.innerHTML = JSON.parse(data);
    const row = holder.content.firstElementChild;
    list.querySelector('[data-id="' + row.dataset.id + '"]')?.remove();
    list.prepend(row);
    while (list.children.length > most) list.lastElementChild.remove();
    document.getElementById('none').hidden = true;
  };
}
const rest = document.querySelector('[data-rest]');
if (rest) {
  const show = async () => {
    const whole = new DOMParser().parseFromString(await (await fetch(rest.dataset.rest)).text(), 'text/html');
    document.querySelector('main').replaceWith(whole.querySelector('main'));
  };
  show().catch(() => { rest.textContent = 'The server is away. Load this page again.'; });
}
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;

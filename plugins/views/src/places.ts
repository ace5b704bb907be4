import { errors } from './errors.ts';

/** The place of the next character of a template. */
type State =
  | { readonly at: 'text' | 'comment' | 'tag' | 'bare' }
  | { readonly at: 'attribute'; readonly quote: string; readonly name: string; readonly begun: boolean }
  | { readonly at: 'script' | 'style' };

const addresses = new Set(
  'href src action formaction poster cite data background xlink:href ping manifest longdesc'.split(' '),
);
const listed = /^on|^style$|^srcdoc$|^srcset$/;

/** How a value is written: escaped, with a check of its scheme, or as JSON. */
export type Treatment = 'text' | 'address' | 'script';

/** Follows the HTML of a template from tag to tag, and says how the next value must be written. */
export class Places {
  #state: State = { at: 'text' };
  /** The element whose tag is open. */
  #element = '';
  #attribute = '';

  /** Reads HTML of the template. */
  read(html: string): void {
    let at = 0;
    while (at < html.length) at = this.#step(html, at);
  }

  /**
   * How a value is written here.
   * @throws E_VIEW_PLACE
   */
  value(): Treatment {
    const state = this.#state;
    const refuse = (place: string): Error => errors.E_VIEW_PLACE({ place });
    if (state.at === 'text') return 'text';
    if (state.at === 'script') return 'script';
    if (state.at === 'style') throw refuse('in <style>');
    if (state.at === 'comment') throw refuse('in a comment of HTML');
    if (state.at !== 'attribute') throw refuse('in a tag outside of quotes');
    if (listed.test(state.name)) throw refuse(`in the attribute ${state.name}`);
    const isAddress = addresses.has(state.name) && !state.begun;
    this.#state = { ...state, begun: true };
    return isAddress ? 'address' : 'text';
  }

  #step(html: string, at: number): number {
    const state = this.#state;
    if (state.at === 'text') return this.#text(html, at);
    if (state.at === 'comment') return this.#until(html, at, /-->/g, { at: 'text' });
    if (state.at === 'script' || state.at === 'style')
      return this.#until(html, at, state.at === 'script' ? /<\/script[\s/>]/gi : /<\/style[\s/>]/gi, { at: 'tag' });
    if (state.at === 'attribute') return this.#quoted(html, at, state);
    if (state.at === 'bare') return this.#until(html, at, /[\s>]/g, { at: 'tag' }, true);
    return this.#tag(html, at);
  }

  #until(html: string, at: number, end: RegExp, next: State, keeps = false): number {
    end.lastIndex = at;
    const found = end.exec(html);
    if (found === null) return html.length;
    this.#state = next;
    if (!keeps) this.#element = '/';
    return keeps ? found.index : end.lastIndex - (next.at === 'tag' ? 1 : 0);
  }

  #text(html: string, at: number): number {
    const open = /<(?:(!--)|(\/?[a-z][^\s/>]*))/gi;
    open.lastIndex = at;
    const found = open.exec(html);
    if (found === null) {
      // A value behind it would become the name of an element.
      if (/<\/?$/.test(html)) this.#state = { at: 'tag' };
      return html.length;
    }
    this.#element = (found[2] ?? '').toLowerCase();
    this.#attribute = '';
    this.#state = { at: found[1] === undefined ? 'tag' : 'comment' };
    return open.lastIndex;
  }

  #tag(html: string, at: number): number {
    const part = /\s+|\/?>|=\s*(["'])?|[^\s=>/]+|\//y;
    part.lastIndex = at;
    const found = part.exec(html);
    if (found === null) return at + 1;
    const [text] = found;
    if (text.endsWith('>') && !text.startsWith('=')) {
      const element = this.#element;
      this.#state = { at: element === 'script' || element === 'style' ? element : 'text' };
    } else if (text.startsWith('=')) {
      const quote = found[1];
      if (quote === undefined) this.#state = { at: 'bare' };
      else this.#state = { at: 'attribute', quote, name: this.#attribute, begun: false };
    } else if (!/^[\s/]/.test(text)) this.#attribute = text.toLowerCase();
    return part.lastIndex;
  }

  #quoted(html: string, at: number, state: State & { readonly at: 'attribute' }): number {
    const end = html.indexOf(state.quote, at);
    if (end === at) {
      this.#state = { at: 'tag' };
      return at + 1;
    }
    if (html.slice(at, end === -1 ? html.length : end).trim() !== '') this.#state = { ...state, begun: true };
    return end === -1 ? html.length : end;
  }
}

import type { Reply } from '@taproot/core/plugin';
import type { Page } from './page.ts';

/**
 * The views of the application and their props. `npx taproot types` writes them to types/taproot.d.ts, from the comments `@props` of the
 * templates.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Views {}

/** Values that every template gets, beside its props. Merge your own, and give them by `facades.View().share()`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface SharedProps {}

/** Names of views; any string if the application declares none. */
export type ViewName = keyof Views extends never ? string : keyof Views;

/** The props of a view by its name. */
export type PropsOf<Name> = Name extends keyof Views ? Views[Name] : Readonly<Record<string, unknown>>;

/** The argument after a name: the props, which may be left out if the view needs none. */
export type PropsArgument<Name> = {} extends PropsOf<Name> ? [props?: PropsOf<Name>] : [props: PropsOf<Name>];

/** A page in JSX: a function of its props and of the page, which may be async. */
export type Component<Props> = (props: Props, page: Page) => unknown;

declare module '@taproot/core' {
  interface ResponseMethods<Status extends number> {
    /**
     * A page from a template: `view('tickets/show', { ticket })`; from a component: `view(TicketPage, { ticket })`.
     * @throws E_VIEW_NAME, E_VIEW_UNKNOWN, E_VIEW_SYNTAX, E_VIEW_FAILED, E_VIEW_DEPTH, E_VIEW_COMPONENT
     */
    view<Props extends object>(component: Component<Props>, props: Props): Promise<Reply<Status, string, 'text/html'>>;
    // The last one, because the compiler tells what it has against this one.
    view<Name extends ViewName>(name: Name, ...props: PropsArgument<Name>): Promise<Reply<Status, string, 'text/html'>>;
  }
}

declare module '@taproot/core/internal' {
  // oxlint-disable-next-line typescript/no-empty-interface -- other plugins read the views by this name
  interface PageProps extends Views {}
}

import { facades } from '../app/facades.ts';

declare module '@taproot/views' {
  interface SharedProps {
    readonly appName: string;
  }
}

/** What every page gets beside its own props. */
export const sharedProps = (): void => {
  facades.View().share('appName', facades.App().config.app.name);
};

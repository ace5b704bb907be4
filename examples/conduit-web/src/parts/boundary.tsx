import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { ApiError } from '@taproot/client';
import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly reset: () => void;
}

/** Shows why a page has no data, and tries again. */
class Catch extends Component<Props, { readonly error: unknown }> {
  override readonly state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const again = (): void => {
      this.props.reset();
      this.setState({ error: null });
    };
    return (
      <section className="narrow" role="alert">
        <h1>{isMissing(error) ? 'Not found' : 'That did not work'}</h1>
        <p>{isMissing(error) ? 'There is nothing at this address.' : wordsFor(error)}</p>
        <button type="button" onClick={again}>
          Try again
        </button>
      </section>
    );
  }
}

export const Boundary = ({ children }: { children: ReactNode }) => (
  <QueryErrorResetBoundary>{({ reset }) => <Catch reset={reset}>{children}</Catch>}</QueryErrorResetBoundary>
);

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.result.status === 404;

/** Says to a user what an error means. */
export const wordsFor = (error: unknown): string => {
  if (!(error instanceof ApiError)) return String(error);
  if (error.result.status === 429) return 'Too many attempts. Please wait a minute.';
  if (error.result.status !== 0) return 'The server refused this.';
  return error.result.reason === 'unexpected' ? 'Please reload the page.' : 'The server cannot be reached.';
};

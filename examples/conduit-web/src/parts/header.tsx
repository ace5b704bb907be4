import { Link } from 'wouter';
import { session, useToken } from '../session.ts';
import { useViewer } from '../viewer.ts';
import { Avatar } from './avatar.tsx';

const active = (isActive: boolean): string => (isActive ? 'active' : '');

export const Header = () => {
  const isGuest = useToken() === null;
  const viewer = useViewer();
  return (
    <header>
      <Link href="/" className="brand">
        conduit
      </Link>
      <nav aria-label="Main">
        {isGuest ? (
          <>
            <Link href="/login" className={active}>
              Log in
            </Link>
            <Link href="/register" className="button">
              Sign up
            </Link>
          </>
        ) : (
          <>
            <Link href="/editor" className={active}>
              Write
            </Link>
            <Link href="/settings" className={active}>
              Settings
            </Link>
            <button type="button" className="link" onClick={session.end}>
              Log out
            </button>
            {viewer !== null && (
              <Link href={`/profile/${encodeURIComponent(viewer.username)}`} title={viewer.username}>
                <Avatar {...viewer} />
              </Link>
            )}
          </>
        )}
      </nav>
    </header>
  );
};

import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { EditArticle, NewArticle } from './pages/editor.tsx';
import { Home } from './pages/home.tsx';
import { LogIn } from './pages/log-in.tsx';
import { ProfilePage } from './pages/profile.tsx';
import { Register } from './pages/register.tsx';
import { Settings } from './pages/settings.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Header } from './parts/header.tsx';
import { useToken } from './session.ts';

// Loaded on demand: it contains a Markdown parser, which the other pages do not need.
const ArticlePage = lazy(() => import('./pages/article.tsx'));

const guests = (
  <Switch>
    <Route path="/login" component={LogIn} />
    <Route path="/register" component={Register} />
    <Route>
      <Redirect to="/login" replace />
    </Route>
  </Switch>
);

const users = (
  <Switch>
    <Route path="/feed">
      <Home tab="feed" />
    </Route>
    <Route path="/editor" component={NewArticle} />
    <Route path="/editor/:slug">{({ slug }) => <EditArticle key={slug} slug={slug} />}</Route>
    <Route path="/settings" component={Settings} />
    <Route>
      <Redirect to="/" replace />
    </Route>
  </Switch>
);

export const App = () => {
  const token = useToken();
  const [path] = useLocation();
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <Header />
      <main>
        <Boundary key={`${path} ${token}`}>
          <Suspense fallback={<p className="quiet">Loading …</p>}>
            <Switch>
              <Route path="/">
                <Home tab="all" />
              </Route>
              <Route path="/tag/:tag">{({ tag }) => <Home tab="tag" tag={decodeURIComponent(tag)} />}</Route>
              <Route path="/article/:slug">{({ slug }) => <ArticlePage slug={decodeURIComponent(slug)} />}</Route>
              <Route path="/profile/:name/:tab?">
                {({ name, tab }) => <ProfilePage username={decodeURIComponent(name)} favorites={tab === 'favorites'} />}
              </Route>
              <Route>{token === null ? guests : users}</Route>
            </Switch>
          </Suspense>
        </Boundary>
      </main>
      <footer>
        <p>
          Conduit is the front end of <a href="https://realworld-docs.netlify.app/">RealWorld</a>, on the typed client
          of Taproot.
        </p>
      </footer>
    </>
  );
};

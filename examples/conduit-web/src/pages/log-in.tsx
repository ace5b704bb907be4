import { useMutation } from '@tanstack/react-query';
import { mutation } from '@taproot/client/query';
import { Link, useLocation } from 'wouter';
import { api } from '../api.ts';
import { Form } from '../parts/form.tsx';
import { session } from '../session.ts';

export const LogIn = () => {
  const [, go] = useLocation();
  const logIn = useMutation({
    ...mutation(api.users.logIn),
    onSuccess({ user }) {
      session.start(user.token);
      go('/');
    },
  });
  return (
    <section className="narrow">
      <h1>Log in</h1>
      <p>
        No account yet? <Link href="/register">Sign up</Link>.
      </p>
      <Form
        fields={{
          email: { label: 'Email', type: 'email', autoComplete: 'email' },
          password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
        }}
        action="Log in"
        state={logIn}
        onSubmit={(user) => logIn.mutate({ body: { user } })}
      />
    </section>
  );
};

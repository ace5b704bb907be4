import { useMutation } from '@tanstack/react-query';
import { mutation } from '@taproot/client/query';
import { Link, useLocation } from 'wouter';
import { api } from '../api.ts';
import { Form } from '../parts/form.tsx';
import { session } from '../session.ts';

export const Register = () => {
  const [, go] = useLocation();
  const register = useMutation({
    ...mutation(api.users.register),
    onSuccess({ user }) {
      session.start(user.token);
      go('/');
    },
  });
  return (
    <section className="narrow">
      <h1>Sign up</h1>
      <p>
        You have an account? <Link href="/login">Log in</Link>.
      </p>
      <Form
        fields={{
          username: { label: 'Name', autoComplete: 'username' },
          email: { label: 'Email', type: 'email', autoComplete: 'email' },
          password: { label: 'Password', type: 'password', autoComplete: 'new-password', hint: '8 characters or more' },
        }}
        action="Sign up"
        state={register}
        onSubmit={(user) => register.mutate({ body: { user } })}
      />
    </section>
  );
};

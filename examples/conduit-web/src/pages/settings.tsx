import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { mutation, query } from '@taproot/client/query';
import { useLocation } from 'wouter';
import { api } from '../api.ts';
import { Form } from '../parts/form.tsx';
import { session } from '../session.ts';

export const Settings = () => {
  const [, go] = useLocation();
  const { user } = useSuspenseQuery(query(api.users.show)).data;
  const update = useMutation({
    ...mutation(api.users.update),
    onSuccess({ user }) {
      session.start(user.token);
      go(`/profile/${encodeURIComponent(user.username)}`);
    },
  });
  return (
    <section className="narrow">
      <h1>Settings</h1>
      <Form
        fields={{
          username: { label: 'Name', value: user.username, autoComplete: 'username' },
          email: { label: 'Email', type: 'email', value: user.email, autoComplete: 'email' },
          bio: { label: 'About you', rows: 4, value: user.bio ?? '' },
          image: { label: 'Address of a picture', type: 'url', value: user.image ?? '' },
          password: {
            label: 'New password',
            type: 'password',
            autoComplete: 'new-password',
            hint: '8 characters or more',
          },
        }}
        action="Save"
        state={update}
        onSubmit={({ bio, image, password, ...names }) =>
          update.mutate({
            body: { user: { ...names, bio: bio || null, image: image || null, password: password || undefined } },
          })
        }
      />
    </section>
  );
};

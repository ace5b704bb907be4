import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { mutation, query } from '@taproot/client/query';
import { Link } from 'wouter';
import { api } from '../api.ts';
import { useViewer } from '../viewer.ts';
import { Byline } from './byline.tsx';
import { Form } from './form.tsx';

/** The comments of an article, and a form for one more. */
export const Comments = ({ slug }: { slug: string }) => {
  const queries = useQueryClient();
  const viewer = useViewer();
  const read = query(api.comments.index, { params: { slug } });
  const { data } = useSuspenseQuery(read);
  const onSuccess = () => queries.invalidateQueries({ queryKey: read.queryKey });
  const write = useMutation({ ...mutation(api.comments.store), onSuccess });
  const remove = useMutation({ ...mutation(api.comments.destroy), onSuccess });
  return (
    <section className="comments" aria-label="Comments">
      <h2>Comments</h2>
      {viewer === null ? (
        <p className="empty">
          <Link href="/login">Log in</Link> or <Link href="/register">sign up</Link> to comment.
        </p>
      ) : (
        <Form
          key={data.comments.length}
          fields={{ body: { label: 'Comment', rows: 3, placeholder: 'What do you think?' } }}
          action="Post comment"
          state={write}
          onSubmit={(comment) => write.mutate({ params: { slug }, body: { comment } })}
        />
      )}
      {data.comments.toReversed().map(({ id, body, ...comment }) => (
        <article key={id} className="comment">
          <div className="row">
            <Byline {...comment} />
            {comment.author.username === viewer?.username && (
              <button type="button" className="link" onClick={() => remove.mutate({ params: { slug, id } })}>
                Delete
              </button>
            )}
          </div>
          <p>{body}</p>
        </article>
      ))}
    </section>
  );
};

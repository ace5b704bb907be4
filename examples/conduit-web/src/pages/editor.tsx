import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { mutation, query } from '@taproot/client/query';
import { useLocation } from 'wouter';
import { type Article, api } from '../api.ts';
import { Form } from '../parts/form.tsx';

const fieldsOf = ({ title, description, body, tagList }: Partial<Article>) => ({
  title: { label: 'Title', value: title },
  description: { label: 'Description', placeholder: 'What is it about?', value: description },
  body: { label: 'Text', rows: 12, placeholder: 'Markdown, if you like', value: body },
  tagList: { label: 'Tags', placeholder: 'trees, roots', value: tagList?.join(', ') },
});

type Draft = Readonly<Record<keyof ReturnType<typeof fieldsOf>, string>>;

const bodyOf = ({ tagList, ...draft }: Draft) => ({
  article: { ...draft, tagList: tagList.split(/[\s,]+/).filter((tag) => tag !== '') },
});

/** Shows an article that was just written. */
const useShow = () => {
  const queries = useQueryClient();
  const [, go] = useLocation();
  return async ({ article }: { readonly article: Article }) => {
    await queries.invalidateQueries();
    go(`/article/${encodeURIComponent(article.slug)}`);
  };
};

export const NewArticle = () => {
  const publish = useMutation({ ...mutation(api.articles.store), onSuccess: useShow() });
  return (
    <section className="editor">
      <h1>New article</h1>
      <Form
        fields={fieldsOf({})}
        action="Publish"
        state={publish}
        onSubmit={(draft) => publish.mutate({ body: bodyOf(draft) })}
      />
    </section>
  );
};

export const EditArticle = ({ slug }: { slug: string }) => {
  const { data } = useSuspenseQuery(query(api.articles.show, { params: { slug } }));
  const update = useMutation({ ...mutation(api.articles.update), onSuccess: useShow() });
  return (
    <section className="editor">
      <h1>Edit article</h1>
      <Form
        fields={fieldsOf(data.article)}
        action="Save"
        state={update}
        onSubmit={(draft) => update.mutate({ params: { slug }, body: bodyOf(draft) })}
      />
    </section>
  );
};

import { Link } from 'wouter';

/** Tags as links to the articles that have them. */
export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <ul className="tags">
    {tags.map((tag) => (
      <li key={tag}>
        <Link href={`/tag/${encodeURIComponent(tag)}`}>{tag}</Link>
      </li>
    ))}
  </ul>
);

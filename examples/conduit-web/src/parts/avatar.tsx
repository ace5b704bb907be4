interface Props {
  readonly username: string;
  readonly image: string | null;
}

/** A user's picture, or the first letter of the name on a colour that depends on the name. */
export const Avatar = ({ username, image }: Props) => {
  if (image) return <img className="avatar" src={image} alt={username} />;
  const letters = Array.from(username);
  const hue = letters.reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 360;
  return (
    <span className="avatar" role="img" aria-label={username} style={{ background: `hsl(${hue} 38% 38%)` }}>
      {letters[0]?.toUpperCase()}
    </span>
  );
};

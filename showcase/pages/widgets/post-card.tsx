import { Button, TextInput } from '@mantine/core';
import { IconHeart, IconHeartFilled, IconMessage } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { useSentText } from '../../ui/use-sent-text.ts';
import { AvatarMark } from '../avatar-mark.tsx';
import classes from './widgets.module.css';

export type PostCardProps = {
  label: string;
  author: string;
  tone: number;
  when: string;
  /** The banner's color, or a drawing instead. */
  banner: 'success' | 'danger' | ReactNode;
  bannerTitle?: string;
  tags: readonly string[];
  isAuthorFirst?: boolean;
  text: string;
  likes: number;
  comments?: readonly { readonly name: string; readonly text: string }[];
  /** Number of comments that are counted but not shown. */
  commentCount?: number;
};

function Banner({ banner, bannerTitle, tags }: Pick<PostCardProps, 'banner' | 'bannerTitle' | 'tags'>) {
  const isColour = banner === 'success' || banner === 'danger';
  return (
    <div className={classes.banner} {...(isColour ? { 'data-tone': banner } : {})}>
      {isColour ? <p className={classes.bannerTitle}>{bannerTitle}</p> : banner}
      <p className={classes.tags}>
        {tags.map((tag) => (
          <span key={tag}>{tag}</span>
        ))}
      </p>
    </div>
  );
}

/** A post in a feed, which the user can like and comment on. */
export function PostCard(props: PostCardProps) {
  const { label, author, tone, when, isAuthorFirst = false, text, likes, comments = [], commentCount = 0 } = props;
  const [isLiked, setLiked] = useState(false);
  const [said, setSaid] = useState(comments);
  const { field, onSubmit } = useSentText((words) => setSaid([...said, { name: 'You', text: words }]));
  const row = (
    <div className={classes.author}>
      <AvatarMark name={author} tone={tone} />
      <span>
        <b>{author}</b>
        <span className={classes.sub}>{when}</span>
      </span>
    </div>
  );
  const Heart = isLiked ? IconHeartFilled : IconHeart;
  return (
    <Widget label={label} reload close>
      {isAuthorFirst ? row : null}
      <Banner {...props} />
      {isAuthorFirst ? null : row}
      <p className={classes.text}>{text}</p>
      <p className={classes.links}>
        <button type="button" aria-pressed={isLiked} onClick={() => setLiked(!isLiked)}>
          <Heart size={16} aria-hidden="true" /> Like ({likes + (isLiked ? 1 : 0)})
        </button>
        <button type="button" onClick={() => field.ref.current?.focus()}>
          <IconMessage size={16} aria-hidden="true" /> Comment ({commentCount + said.length})
        </button>
      </p>
      <ul className={classes.comments} aria-live="polite">
        {said.map(({ name, text: words }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: comments are only ever added at the end
          <li key={place}>
            <b>{name}</b> {words}
          </li>
        ))}
      </ul>
      <form className={classes.send} onSubmit={onSubmit}>
        <TextInput
          className={classes.grow ?? ''}
          aria-label={`Your comment to ${author}`}
          placeholder="Your comment"
          autoComplete="off"
          maxLength={500}
          {...field}
        />
        <Button type="submit" variant="default">
          Send
        </Button>
      </form>
    </Widget>
  );
}

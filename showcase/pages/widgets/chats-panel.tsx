import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { useSentText } from '../../ui/use-sent-text.ts';
import { AvatarMark } from '../avatar-mark.tsx';
import classes from './widgets.module.css';
import { CHATS } from './widgets-sample-data.ts';

/** A chat of two people; sent text is added at the end. */
export function ChatsPanel() {
  const [chats, setChats] = useState(CHATS);
  const list = useRef<HTMLElement>(null);
  const count = chats.length;
  useEffect(() => {
    if (count > CHATS.length) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  const { field, onSubmit } = useSentText((text) =>
    setChats([...chats, { id: chats.length + 1, name: 'You', tone: 1, text, isOwn: true }]),
  );
  return (
    <Widget title="Recent **Chats**" collapse close>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard */}
      <section className={classes.chats} ref={list} tabIndex={0} aria-label="Messages">
        <ul aria-live="polite">
          {chats.map(({ id, name, tone, text, isOwn }) => (
            <li key={id} data-own={isOwn || undefined}>
              <AvatarMark name={name} tone={tone} size={32} />
              <span className={classes.bubble}>
                <b>{name}</b>
                {text}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <form className={classes.send} onSubmit={onSubmit}>
        <TextInput
          className={classes.grow ?? ''}
          aria-label="Your message"
          placeholder="Your message"
          autoComplete="off"
          maxLength={500}
          {...field}
        />
        <Button type="submit">Send</Button>
      </form>
    </Widget>
  );
}

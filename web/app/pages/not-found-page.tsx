import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PATHS } from '../paths.ts';
import { MessagePage } from './message-page.tsx';
import { UnpluggedDrawing } from './page-drawings.tsx';
import classes from './pages.module.css';

/** The 404 page, with a search field (docs/specification.md#public-routes). */
export function NotFoundPage() {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const search = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({ to: PATHS.search, search: words.trim() ? { q: words.trim() } : {} });
  };
  return (
    <MessagePage
      drawing={<UnpluggedDrawing />}
      code="404"
      title="This page does not exist"
      text="The address may be old or mistyped. Search for a screen, a customer or an outlet instead."
    >
      <search className={classes.searchPlace}>
        <form className={classes.search} onSubmit={search}>
          <TextField
            type="search"
            label="Search pages"
            isLabelHidden
            placeholder="Search Pages"
            value={words}
            onChange={setWords}
          />
          <PlainButton type="submit">Search</PlainButton>
        </form>
      </search>
    </MessagePage>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PATHS } from '../paths.ts';
import { notFoundPageStrings as strings } from './app-pages-strings.ts';
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
    <MessagePage drawing={<UnpluggedDrawing />} code="404" title={strings.title} text={strings.text}>
      <search className={classes.searchPlace}>
        <form className={classes.search} onSubmit={search}>
          <TextField
            type="search"
            label={strings.searchPages}
            isLabelHidden
            placeholder={strings.searchPlaceholder}
            value={words}
            onChange={setWords}
          />
          <PlainButton type="submit">{strings.search}</PlainButton>
        </form>
      </search>
    </MessagePage>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { NETWORK_NAME } from '../../lib/page-brand.ts';
import { Logo } from '../../ui/logo.tsx';
import { PATHS } from '../paths.ts';
import { messagePageStrings as strings } from './app-pages-strings.ts';
import classes from './pages.module.css';

export type MessagePageProps = {
  drawing: ReactNode;
  code: string;
  title: string;
  text: ReactNode;
  children?: ReactNode;
};

/** The layout for full-page messages such as 403, 404 and 500. */
export function MessagePage({ drawing, code, title, text, children }: MessagePageProps) {
  return (
    <div className={classes.page}>
      <header>
        <Link to={PATHS.root} aria-label={interpolate(strings.home, { network: NETWORK_NAME })}>
          <Logo />
        </Link>
      </header>
      <main className={classes.main}>
        {drawing}
        <p className={classes.code}>{code}</p>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {children}
      </main>
    </div>
  );
}

import { useEffect, useState } from 'react';
import classes from './documentation.module.css';

type Section = { readonly id: string; readonly title: string };

/**
 * Lists the page's sections and marks the section that the user is reading. Mounted after the page, because the page's
 * headings must exist.
 */
export function OnThisPage() {
  const [sections, setSections] = useState<readonly Section[]>([]);
  const [read, setRead] = useState('');
  useEffect(() => {
    const heads = [...document.querySelectorAll<HTMLElement>('#doc-article > section > h2[id]')];
    setSections(heads.map(({ id, textContent }) => ({ id, title: textContent ?? '' })));
    setRead(heads[0]?.id ?? '');
    const seen = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target);
          else seen.delete(target);
        }
        const first = heads.find((head) => seen.has(head));
        if (first) setRead(first.id);
      },
      { rootMargin: '-64px 0px -50% 0px' },
    );
    for (const head of heads) observer.observe(head);
    return () => observer.disconnect();
  }, []);
  if (sections.length < 2) return null;
  return (
    <nav className={classes.spy} aria-label="On this page">
      <p className={classes.group}>On this page</p>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === read ? 'location' : undefined} onClick={() => setRead(id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

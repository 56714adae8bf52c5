import { Link } from '@tanstack/react-router';
import { Logo } from '../../ui/logo.tsx';
import classes from './footer.module.css';

/** An example patent number, which a network's operator replaces. The linked page says so. */
export const PATENT_NUMBER = 'US 00,000,000';

/** Copyright, rights and patent number (docs/specification.md#purpose-and-users), and links to other pages. */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.about}>
        <Logo size={24} />
        <p>Power for phones, screens for advertisers, and figures for both.</p>
      </div>
      <nav className={classes.links} aria-label="Footer">
        <Link to="/app/home">For property owners</Link>
        <Link to="/app/advertise">For advertisers</Link>
        <Link to="/app/locate">Locate outlets</Link>
        <Link to="/app/contact">Contact</Link>
      </nav>
      <div className={classes.legal}>
        <span>© {new Date().getUTCFullYear()} Voltboard</span>
        <span>All rights reserved</span>
        <Link to="/app/patent">Patent number {PATENT_NUMBER} (example)</Link>
      </div>
    </footer>
  );
}

import '@mantine/core/styles/NavLink.layer.css';
import { NavLink } from '@mantine/core';
import { useState } from 'react';

const LINKS = ['Outlets', 'Campaigns', 'Statements'];

export function NavLinks() {
  const [active, setActive] = useState('Outlets');
  return (
    <div>
      {LINKS.map((label) => (
        <NavLink
          key={label}
          component="button"
          label={label}
          active={label === active}
          onClick={() => setActive(label)}
        />
      ))}
    </div>
  );
}

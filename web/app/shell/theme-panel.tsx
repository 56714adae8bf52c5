import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { keepLook } from '../theme/keep-look.ts';
import { chooseThemeColour, storedThemeColour, THEME_COLOURS } from '../theme/theme-colour.ts';
import { themePanelStrings as strings } from './shell-strings.ts';
import classes from './theme-panel.module.css';

const SCHEMES: readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: strings.light, icon: IconSun },
  { value: 'dark', label: strings.dark, icon: IconMoon },
  { value: 'auto', label: strings.system, icon: IconDeviceDesktop },
];

/** Theme color and color scheme, stored in this browser and with the account (docs/specification.md#shell). */
export function ThemePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [colour, setColour] = useState(storedThemeColour);
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{strings.appearance}</legend>
        <div className={classes.schemes}>
          {SCHEMES.map(({ value, label, icon: Icon }) => (
            <label key={value} className={classes.scheme}>
              <input
                type="radio"
                name="scheme"
                checked={colorScheme === value}
                onChange={() => {
                  setColorScheme(value);
                  keepLook({ color_scheme: value });
                }}
              />
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{strings.themeColor}</legend>
        <div className={classes.colours}>
          {THEME_COLOURS.map(({ code, name }) => (
            <label key={code} className={classes.choice}>
              <input
                type="radio"
                name="themeColor"
                checked={colour === code}
                onChange={() => {
                  setColour(code);
                  chooseThemeColour(code);
                  keepLook({ theme_color: code });
                }}
              />
              <span className={classes.swatch} style={{ background: `#${code}` }} aria-hidden="true" />
              {name}
              <span className={classes.code}>{code}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className={classes.hint}>{strings.shadesHint}</p>
    </>
  );
}

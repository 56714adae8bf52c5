// Runs before the first paint, so that users of the dark scheme never see a white page. Uses the same key as
// web/app/theme/colour-scheme.ts.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('colorScheme');
    } catch {
      // Storage is blocked, so use the system's scheme.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
})();

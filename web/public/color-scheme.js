// Runs before the first paint: a reader of the dark scheme never sees a white page. Same key as web/app/theme/colour-scheme.ts.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('colorScheme');
    } catch {
      // Storage is closed to this page: the system's choice counts.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
})();

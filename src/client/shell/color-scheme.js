// Sets the colour scheme before the first paint, so that a dark page never flashes white. It runs as a classic script
// of its own because the page's policy allows no inline one; the keys are those of specification section 4.
(function setColorScheme() {
  var mode = 'system';
  try {
    mode = localStorage.getItem('mui-mode') || mode;
  } catch {
    // Storage is forbidden; the system's scheme is right then.
  }
  if (mode !== 'light' && mode !== 'dark') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-color-scheme', mode);
})();

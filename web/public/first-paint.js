// Draws a first frame before the product's code has loaded, which takes seconds on a slow connection.
// 1. Read the session. Pages that view as another user get no frame.
// 2. Choose the frame: a signed-in screen with title and first figures, or the form of the pages before sign-in.
// 3. Send the page's first request early. The product takes over the response.
// 4. Preload the page's files.
// 5. Remove the frame as soon as the page is drawn.
// The storage keys are those in web/lib/session.ts and web/lib/viewing.ts.
(() => {
  let token = null;
  let isViewing = false;
  let role = '';
  try {
    // A tab that views as another user waits for the page.
    isViewing = sessionStorage.getItem('viewToken') !== null;
    token = localStorage.getItem('token');
    role = JSON.parse(localStorage.getItem('user') ?? '{}').role ?? '';
  } catch {
    // Storage is blocked or contains unexpected data. The page itself reports the problem.
  }
  const { pathname, search } = location;
  const isInside = /^\/(app|admin)(\/|$)/.test(pathname);
  const isBefore = /^\/(login|register|forgot|password-reset|verify-email)\/?$/.test(pathname);
  if (isViewing || !(isInside || isBefore)) return;
  // Without a session, every screen redirects to the login page.
  const isForm = isBefore || token === null;
  document.documentElement.dataset.firstPaint = isForm ? 'form' : 'frame';

  const hasServer = document.querySelector('meta[name="backend"]')?.content !== 'off';
  const currency = document.querySelector('meta[name="currency"]')?.content || 'USD';
  let counts;
  let amounts;
  const count = (value) => {
    counts ??= new Intl.NumberFormat();
    return counts.format(value);
  };
  const dollars = (value) => {
    amounts ??= new Intl.NumberFormat(undefined, { style: 'currency', currency });
    return amounts.format(value);
  };
  const words = { property: ['Charges', 'Revenue'], advertiser: ['Total Views', 'Total Campaign spend'] };
  const [views, money] = words[role] ?? ['Views', 'Revenue'];
  const metrics = `views,clicks,burns,revenue,${role === 'advertiser' ? '' : 'left_after_energy,'}invalid_views`;
  // The main figures of these pages, requested exactly as the page requests them. The page then takes this response
  // (web/lib/first-answer.ts).
  const first = [
    {
      isMeant: /^\/app(\/main(\/dashboard)?)?\/?$/.test(pathname) && !/[?&](range|start|known_on|tz|cid)=/.test(search),
      title: 'Dashboard',
      lead: 'Loading the newest figures. The map and the list below them follow.',
      address: '/api/list/summary?compare=same_weekdays',
      lines: (answer) => [
        [views, count(answer.total_views)],
        [money, dollars(answer.total_revenue)],
        [`${views} today`, count(answer.today_views)],
      ],
    },
    {
      isMeant: /^\/app\/reports\/?$/.test(pathname) && search === '',
      title: 'Reports',
      lead: 'Loading the figures of the last 30 days. What they are made of follows.',
      address: `/api/reports?${new URLSearchParams({ range: '30d', compare: 'previous', metrics })}`,
      lines: ({ total, compared_total: before = {} }) => [
        [views, count(total.views)],
        [money, dollars(total.revenue)],
        [`${views} in the 30 days before`, count(before.views ?? 0)],
      ],
    },
    {
      isMeant: /^\/admin\/users\/?$/.test(pathname) && search === '' && role === 'admin',
      title: 'User - Management',
      lead: 'Loading the people who can sign in. What each may do here follows.',
      address: '/api/users',
      lines: ({ data }) => data.map(({ firstName, lastName, email }) => [`${firstName} ${lastName}`, email]),
    },
  ].find(({ isMeant }) => isMeant && hasServer && !isForm);
  let answered = null;
  if (first !== undefined) {
    const { address } = first;
    const answer = fetch(address, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
    window.firstAnswer = { address, token, askedMs: Date.now(), answer };
    answered = answer.then((told) => (told.ok ? told.clone().json() : null)).catch(() => null);
  }

  // Preloads the page's files together with the entry file that would request them later.
  const code = JSON.parse(document.getElementById('page-code')?.textContent ?? '{}');
  const page = /^\/app(\/main)?\/?$/.test(pathname) ? '/app/main/dashboard' : pathname;
  const parts = isForm ? [pathname === '/login' ? '/login' : 'router'] : ['router', 'frame', page];
  for (const file of ['entry', ...parts].flatMap((part) => code[part] ?? [])) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/assets/${file}`;
    document.head.append(link);
  }

  // Does not wait for the load event, which fires only after all of the product's code has loaded.
  const begin = () => {
    const frame = document.getElementById('first-paint');
    const root = document.getElementById('root');
    if (frame === null || root === null) {
      requestAnimationFrame(begin);
      return;
    }
    const observer = new MutationObserver(() => {
      if (root.querySelector('main > * > *, form, h1') === null) return;
      observer.disconnect();
      frame.remove();
    });
    observer.observe(root, { childList: true, subtree: true });
    const head = frame.querySelector('hgroup');
    if (first !== undefined && head !== null) {
      head.querySelector('h1').textContent = first.title;
      head.querySelector('p').textContent = first.lead;
      head.hidden = false;
      // The first two formatters take the browser the longest to create. Creates each in a separate task while the
      // response is pending.
      for (const format of [count, dollars]) setTimeout(() => format(0));
    }
    answered?.then((answer) => {
      if (answer === null || !frame.isConnected) return;
      const texts = first.lines(answer);
      frame.querySelectorAll('section p').forEach((line, index) => {
        const [label, value] = texts[index] ?? ['', ''];
        line.replaceChildren(document.createTextNode(label), document.createElement('b'));
        line.lastChild.textContent = value;
      });
      document.documentElement.dataset.firstPaint = 'figures';
      if (head !== null) head.querySelector('p').textContent = 'The rest of the page follows.';
    });
  };
  begin();
})();

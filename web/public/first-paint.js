// Before the product's own code is there, which takes seconds on a slow line: the frame of the signed-in screens with the
// page's title and first figures in it, or that of the pages before signing in, while the files of the page are on their way.
// It goes as soon as a page is drawn. Keys as in web/lib/session.ts and web/lib/viewing.ts.
(() => {
  let token = null;
  let isViewing = false;
  let role = '';
  try {
    // Who looks at the product as somebody else waits for the page.
    isViewing = sessionStorage.getItem('viewToken') !== null;
    token = localStorage.getItem('token');
    role = JSON.parse(localStorage.getItem('user') ?? '{}').role ?? '';
  } catch {
    // Storage is closed to this page, or holds something else: the page says what is wrong.
  }
  const { pathname, search } = location;
  const isInside = /^\/(app|admin)(\/|$)/.test(pathname);
  const isBefore = /^\/(login|register|forgot|password-reset|verify-email)\/?$/.test(pathname);
  if (isViewing || !(isInside || isBefore)) return;
  // Without a session every screen leads to the login page.
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
  // What readers open these pages for, asked as the page itself asks it, which takes the answer from here (web/lib/first-answer.ts).
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

  // The files of the page that the address leads to, asked for with those that ask for them.
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

  // Not when the document counts as loaded: that waits for all the product's code.
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
      // The browser's first two formatters take it longest, and until the answer comes there is time, for one after the other.
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

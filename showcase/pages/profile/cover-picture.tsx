import classes from './profile.module.css';

/** The cover drawing: evening over a harbor. */
export function CoverPicture() {
  return (
    <svg
      className={classes.coverPicture}
      viewBox="0 0 800 250"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="profile-sky" x2="0" y2="1">
          <stop stopColor="#2f3a6b" />
          <stop offset=".6" stopColor="#a86d8c" />
          <stop offset="1" stopColor="#f2b98a" />
        </linearGradient>
      </defs>
      <path fill="url(#profile-sky)" d="M0 0h800v250H0z" />
      <circle cx="590" cy="150" r="38" fill="#ffe2b0" />
      <path fill="#4a3f63" d="M0 170l70-30 60 24 90-52 110 62 90-40 110 44 120-56 150 58v70H0z" opacity=".7" />
      <path fill="#2a2f52" d="M0 190h800v60H0z" />
      <path fill="#ffe2b0" opacity=".5" d="M540 200h100v3H540zM556 214h70v3h-70zM570 228h40v3h-40z" />
      <g fill="#1b2040">
        <path d="M120 206h140l-24 26H144z" />
        <path d="M184 120h5v86h-5z" />
        <path d="M192 126l52 74h-52zM180 136v64h-42z" opacity=".85" />
        <path d="M650 170h60v40h-60zM662 150h36v22h-36z" />
      </g>
      <g fill="#ffe2b0">
        <path d="M658 180h8v8h-8zM676 180h8v8h-8zM694 180h8v8h-8z" />
        <circle cx="90" cy="46" r="1.500" />
        <circle cx="220" cy="28" r="1.200" />
        <circle cx="380" cy="52" r="1.500" />
        <circle cx="470" cy="24" r="1.200" />
        <circle cx="720" cy="40" r="1.500" />
      </g>
    </svg>
  );
}

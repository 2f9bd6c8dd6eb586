import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Icon>
    <path d="M5 5l10 10M15 5L5 15" />
  </Icon>
);

export const NewIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);

export const SendIcon = () => (
  <Icon>
    <path d="M10 16V4M5 9l5-5 5 5" />
  </Icon>
);

export const StopIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="9" height="9" rx="1" fill="currentColor" />
  </Icon>
);

export const DownIcon = () => (
  <Icon>
    <path d="M10 4v12M5 11l5 5 5-5" />
  </Icon>
);

export const ExpandIcon = () => (
  <Icon>
    <path d="M5 12l5-5 5 5" />
  </Icon>
);

export const ShrinkIcon = () => (
  <Icon>
    <path d="M5 8l5 5 5-5" />
  </Icon>
);

export const ChatIcon = () => (
  <Icon>
    <path d="M4 4.5h12a1 1 0 011 1v7.5a1 1 0 01-1 1h-5.5L7 17v-3H4a1 1 0 01-1-1V5.5a1 1 0 011-1z" />
  </Icon>
);

export const InfoIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.5" />
    <path d="M10 9.5v4M10 6.700v.1" />
  </Icon>
);

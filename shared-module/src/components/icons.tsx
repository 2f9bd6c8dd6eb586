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
    <path d="M10 9.5v4M10 6.7v.1" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="7" y="7" width="9" height="9" rx="1.5" />
    <path d="M4.5 13h-.5a1 1 0 01-1-1V4a1 1 0 011-1h8a1 1 0 011 1v.5" />
  </Icon>
);

export const CopiedIcon = () => (
  <Icon>
    <path d="M4 10.5l4 4 8-9" />
  </Icon>
);

export const RetryIcon = () => (
  <Icon>
    <path d="M15.5 6.5A6.5 6.5 0 1016.5 10M16 3v4h-4" />
  </Icon>
);

export const ThumbUpIcon = () => (
  <Icon>
    <path d="M3 9h3v8H3zM6 9l3.5-6c1.4 0 2 1 1.8 2.2L10.8 8h4.4c1.1 0 1.9 1 1.6 2.1l-1.3 5.4c-.2.9-1 1.5-1.9 1.5H6" />
  </Icon>
);

export const ThumbDownIcon = () => (
  <Icon>
    <path d="M3 3h3v8H3zM6 11l3.5 6c1.4 0 2-1 1.8-2.2l-.5-2.8h4.4c1.1 0 1.9-1 1.6-2.1l-1.3-5.4c-.2-.9-1-1.5-1.9-1.5H6" />
  </Icon>
);

export const HistoryIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.5l3 1.5" />
  </Icon>
);

export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3v9M6 8.5l4 4 4-4M4 16.5h12" />
  </Icon>
);

export const WidenIcon = () => (
  <Icon>
    <path d="M7 6l-4 4 4 4M13 6l4 4-4 4M3 10h14" />
  </Icon>
);

export const NarrowIcon = () => (
  <Icon>
    <path d="M3 6l4 4-4 4M17 6l-4 4 4 4M10 4v12" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.6" />
  </Icon>
);

export const BackIcon = () => (
  <Icon>
    <path d="M16 10H4M9 5l-5 5 5 5" />
  </Icon>
);

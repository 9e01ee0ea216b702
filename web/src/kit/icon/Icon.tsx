/** Line drawings on a 24-unit square, drawn for this product. An icon stands beside its word; alone only where everyone knows it. */
const paths = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM8 12h8',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  dot: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  right: 'M9 5l7 7-7 7',
  left: 'M15 5l-7 7 7 7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  export: 'M12 4v11M8 11l4 4 4-4M4 19h16',
  paste: 'M8 5H5v15h14V5h-3M9 3h6v4H9zM8 12h8M8 16h6',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v6M12 7.5v.5',
  camera: 'M4 8h4l2-3h4l2 3h4v11H4zM12 16.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M7 8v8M10 8v8M13 8v8M16.5 8v8',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  scale: 'M4 20h16l-2-9H6zM12 11V8M8 8h8M12 15.5l2-2',
  cloud: 'M7 18a4 4 0 0 1-.5-7.97A6 6 0 0 1 18 9.5 4.3 4.3 0 0 1 17.5 18z',
  cloudOff: 'M7 18a4 4 0 0 1-.5-7.97M9 6.7A6 6 0 0 1 18 9.5 4.3 4.3 0 0 1 19.5 17M4 4l16 16',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.7-4.4 3.8-6 8-6s7.300 1.600 8 6',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.400-1 .800-1 1.700M12 17v.5',
  plan: 'M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h3M8 17h6',
  route: 'M6 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 19h8a4 4 0 0 0 0-8H8a3.500 3.500 0 0 1 0-7h6',
  ship: 'M3 7h11v10H3zM14 10h4l3 3.500V17h-7zM7 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  receive: 'M4 13v7h16v-7M12 3v11M7.500 10l4.500 4.500L16.500 10',
  dock: 'M3 20V5h18v15M7 20V10h10v10M7 14h10M12 10v10',
  track: 'M12 21s7-6.300 7-11.500a7 7 0 0 0-14 0C5 14.700 12 21 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  claim: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h4M12.500 8v.1',
  audit: 'M5 3h10l4 4v7M5 3v18h7M9 9h6M9 13h3M14 18l2.500 2.500L21 16',
  analyze: 'M4 20h16M7 20v-7M12 20V6M17 20v-10',
  improve: 'M4 17l6-6 4 4 6-8M15 7h5v5',
  portal: 'M5 21V3h10v18M15 6l4 2v11l-4 2M11 12h.1',
  views: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = '1.25em' }: { name: IconName; size?: number | string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}

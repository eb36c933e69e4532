import type { ReactNode } from 'react'

const paths = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  next: 'M9 5l7 7-7 7',
  check: 'M5 12.5l4.5 4.5L19 7',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  external: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  warning: 'M12 4L2.5 20h19zM12 10v5M12 17.6v.1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.1',
  loading: 'M12 3a9 9 0 1 0 9 9',
  wallet: 'M4 7h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h10M16 13.5v.1',
  grid: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
  leave: 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4',
  network:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3.5 4 3.5 14 0 18M12 3c-3.5 4-3.5 14 0 18',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5',
  plus: 'M12 5v14M5 12h14',
  eye:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z' +
    'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
} as const
export type IconName = keyof typeof paths

const MIRRORED: readonly IconName[] = ['back', 'next', 'leave', 'external']

/**
 * An icon in the colour of the text around it: one of ours by name, or path data on a 24 x 24 grid,
 * drawn as a line. Hidden from screen readers.
 */
export function Icon({ name, path }: { name?: IconName; path?: string | undefined }): ReactNode {
  const className = [
    'icon',
    path === undefined && name && MIRRORED.includes(name) && 'mirrored',
    name === 'loading' && 'spin',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path ?? (name ? paths[name] : '')} />
    </svg>
  )
}

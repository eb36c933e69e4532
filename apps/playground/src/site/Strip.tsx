import type { ReactNode } from 'react'

/** The pages of the demo, by their path. */
const PAGES = [
  ['/', 'Shop'],
  ['/studio/', 'Studio'],
  ['/game/', 'Game'],
  ['/phone/', 'On a phone'],
  ['/lab/', 'Lab'],
] as const

export type PagePath = (typeof PAGES)[number][0]

/** The strip on top of each page, which leads to the others. */
export function Strip({ at }: { at: PagePath }): ReactNode {
  return (
    <nav className="strip" aria-label="Demonstration" lang="en" dir="ltr">
      <p>A demonstration of Latchkey. Nothing here leaves your machine.</p>
      <ul>
        {PAGES.map(([path, name]) => (
          <li key={path}>
            <a href={path} aria-current={path === at ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import type { ReactNode } from 'react'
import { Strip } from '../site/Strip.js'

/** The shop as a phone of 390 by 844 points shows it. */
export function PhonePage(): ReactNode {
  return (
    <>
      <Strip at="/phone/" />
      <main className="desk">
        <div className="words">
          <h1>In a hand</h1>
          <p>
            The same shop at 390 × 844 points: the modal comes as a sheet from below, and every
            target is large enough for a thumb.
          </p>
          <p>
            <a href="/">Back to the whole page</a>
          </p>
        </div>
        <div className="phone">
          <iframe src="/?phone" title="The shop on a phone" />
        </div>
      </main>
    </>
  )
}

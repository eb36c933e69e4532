import type { ReactNode } from 'react'

/** The page of a host, on which the studio's modal stands. */
export const StagePage = (): ReactNode => (
  <main className="host">
    <h1 id="title">My shop</h1>
    <div className="buttons" id="buttons" />
    <div id="place" />
  </main>
)

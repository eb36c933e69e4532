import type { ReactNode } from 'react'
import { Strip } from '../site/Strip.js'
import { LANTERNS, placeOf } from './rules.js'

const Lantern = ({ number }: { number: number }): ReactNode => {
  const { row, column } = placeOf(number)
  return (
    <button
      className="lantern"
      type="button"
      data-lantern={number}
      aria-pressed="false"
      aria-label={`Lantern in row ${row}, column ${column}`}
      disabled
    >
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle className="glow" cx="32" cy="36" r="30" />
        <path className="hook" d="M32 4v8M24 14q8-6 16 0" />
        <rect className="cap" x="20" y="14" width="24" height="6" rx="2" />
        <rect className="glass" x="17" y="20" width="30" height="30" rx="8" />
        <path className="flame" d="M32 26c6 7 7 10 7 13a7 7 0 0 1-14 0c0-3 1-6 7-13Z" />
        <rect className="cap" x="19" y="50" width="26" height="7" rx="2" />
      </svg>
    </button>
  )
}

const Board = (): ReactNode => (
  <div className="board" role="group" aria-label="Nine lanterns" id="board">
    {Array.from({ length: LANTERNS }, (_, number) => (
      <Lantern key={number} number={number} />
    ))}
  </div>
)

const Steps = (): ReactNode => (
  <ol className="steps">
    <li>
      <h2>Connect</h2>
      <p>Choose “Localnet Smart Wallet”, or sign in by email.</p>
      <div id="wallet" />
    </li>
    <li>
      <h2>Grant ten moves</h2>
      <p>
        The wallet asks once. The chain itself keeps the limits: ten calls of one function of one
        contract, no coins, for an hour.
      </p>
      <button className="button" type="button" id="grant" disabled>
        Let the game play ten moves
      </button>
    </li>
    <li>
      <h2>Play</h2>
      <p>
        A press turns a lantern and its neighbours. Light all nine. No window opens: the session’s
        key makes each move on the chain.
      </p>
      <p className="left">
        Moves left: <strong data-left>none yet</strong>
      </p>
      <div className="row">
        <button className="button quiet" type="button" id="new" disabled>
          New board
        </button>
        <button className="button quiet" type="button" id="list" disabled>
          See the session
        </button>
        <button className="button quiet" type="button" id="revoke" disabled>
          Revoke
        </button>
      </div>
    </li>
  </ol>
)

/** The game, as it stands before any script runs. */
export const GamePage = (): ReactNode => (
  <>
    <Strip at="/game/" />
    <main className="table">
      <div className="words">
        <h1>Lanterns</h1>
        <p>Ten moves on a chain, and one question.</p>
      </div>
      <div className="play">
        <Board />
        <p role="status" id="status" />
        <ol className="log" id="log" aria-label="Moves on the chain" tabIndex={0} />
      </div>
      <Steps />
    </main>
  </>
)

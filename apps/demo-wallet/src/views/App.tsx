import { Component, Suspense, use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { openWallet } from '../open.js'
import type { DemoWallet } from '../wallet/wallet.js'
import { CallCard } from './CallCard.js'
import { Pair } from './Pair.js'
import { ProposalCard } from './ProposalCard.js'
import { SessionCard } from './SessionCard.js'

/** Says why the wallet could not be opened, with a button that tries again. */
class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error): { error: Error } => ({ error })

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <section className="card" role="alert">
        <h2>The wallet could not be opened</h2>
        <p>{error.message}</p>
        <button className="primary" onClick={() => location.reload()}>
          Try again
        </button>
      </section>
    )
  }
}

export function App(): ReactNode {
  const [opening] = useState(openWallet)
  return (
    <main>
      <header>
        <h1>Demo wallet</h1>
        <p className="muted">Public keys of a local network. Never send real money here.</p>
      </header>
      <Boundary>
        <Suspense
          fallback={
            <p className="card" role="status">
              Opening the wallet...
            </p>
          }
        >
          <Wallet opening={opening} />
        </Suspense>
      </Boundary>
    </main>
  )
}

function Wallet({ opening }: { opening: Promise<DemoWallet> }): ReactNode {
  const wallet = use(opening)
  const { asks, sessions, pairing, online, notice, busy } = useSyncExternalStore(
    wallet.subscribe,
    wallet.getState,
  )
  const [ask] = asks
  return (
    <>
      <p className="line">
        <span className="dot" data-online={online} aria-hidden="true" />
        <span>
          Relay {wallet.world.relay}: {online ? 'connected' : 'not connected'}
        </span>
      </p>
      <p className="notice" role="status" data-testid="notice">
        {notice}
      </p>
      {ask?.kind === 'proposal' && (
        <ProposalCard
          key={ask.id}
          proposal={ask}
          wallet={wallet}
          busy={busy.includes(ask.id)}
          more={asks.length - 1}
        />
      )}
      {ask?.kind === 'call' && (
        <CallCard
          key={ask.id}
          call={ask}
          wallet={wallet}
          busy={busy.includes(ask.id)}
          more={asks.length - 1}
        />
      )}
      <Pair wallet={wallet} pairing={pairing} />
      <section aria-labelledby="sessions">
        <h2 id="sessions">Connected sites</h2>
        {sessions.length === 0 && <p className="muted">None yet. Paste or scan a link above.</p>}
        <ul className="plain">
          {sessions.map((session) => (
            <SessionCard
              key={session.topic}
              session={session}
              wallet={wallet}
              busy={busy.includes(session.topic)}
            />
          ))}
        </ul>
      </section>
    </>
  )
}

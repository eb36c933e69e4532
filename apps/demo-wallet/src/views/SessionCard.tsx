import { useId, type ReactNode } from 'react'
import type { Address } from 'viem'
import type { SessionView } from '../wallet/state.js'
import type { DemoWallet } from '../wallet/wallet.js'
import { Checks, FamilyName, shortAddress } from './parts.js'

/** A connected site: its network, its account, and the accounts that it sees. */
// eslint-disable-next-line max-lines-per-function -- the markup of one card
export function SessionCard({
  session,
  wallet,
  busy,
}: {
  session: SessionView
  wallet: DemoWallet
  busy: boolean
}): ReactNode {
  const { topic, peer, chain, chains: shared, accounts, families } = session
  const { chains, accounts: keys } = wallet.world
  const title = useId()
  const use = (address: Address): void =>
    void wallet.share(topic, [address, ...accounts.filter((one) => one !== address)])
  return (
    <li className="card" aria-labelledby={title} data-testid="session">
      <h3 id={title}>
        <bdi>{peer.name}</bdi>
      </h3>
      <p className="muted">
        <bdi>{peer.url}</bdi>, until {new Date(session.expiry * 1000).toLocaleDateString()}
      </p>
      {shared.length > 0 && (
        <div className="fields">
          <label>
            Network
            <select
              value={chain}
              disabled={busy}
              onChange={(event) => void wallet.setNetwork(topic, Number(event.target.value))}
            >
              {chains.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Account in use
            <select
              value={accounts[0]}
              disabled={busy}
              onChange={(event) => use(event.target.value as Address)}
            >
              {accounts.map((address) => (
                <option key={address} value={address}>
                  {shortAddress(address)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {shared.length > 0 && (
        <Checks
          legend="Accounts that it sees"
          disabled={busy}
          chosen={accounts}
          onChange={(chosen) => void wallet.share(topic, chosen)}
          options={keys.slice(0, 5).map(({ address }) => ({
            value: address,
            label: <code title={address}>{shortAddress(address)}</code>,
          }))}
        />
      )}
      <ul className="plain">
        {families.map((family) => (
          <li key={family.chain} className="line">
            <span className="grow">
              <FamilyName family={family} />
            </span>
            <button
              disabled={busy || shared.length + families.length === 1}
              aria-label={`Stop sharing ${family.name}`}
              onClick={() => void wallet.withhold(topic, family.chain)}
            >
              Stop sharing
            </button>
          </li>
        ))}
      </ul>
      <button disabled={busy} onClick={() => void wallet.disconnect(session)}>
        Disconnect
      </button>
    </li>
  )
}

import { useState, type ReactNode } from 'react'
import type { Address } from 'viem'
import type { Proposal } from '../wallet/state.js'
import type { DemoWallet } from '../wallet/wallet.js'
import { abilitiesOf } from '../wallet/words.js'
import { Checks, Decision, FamilyName, shortAddress, YesNo } from './parts.js'

// eslint-disable-next-line max-lines-per-function -- the markup of one card
export function ProposalCard({
  proposal,
  wallet,
  busy,
  more,
}: {
  proposal: Proposal
  wallet: DemoWallet
  busy: boolean
  more: number
}): ReactNode {
  const { chains: all, accounts: keys } = wallet.world
  const { wanted, required, families, peer } = proposal
  const offered = all.filter(({ id }) => wanted.length === 0 || wanted.includes(`eip155:${id}`))
  const isKnown = (network: string): boolean =>
    all.some(({ id }) => network === `eip155:${id}`) ||
    families.some(({ chain }) => chain === network)
  const unknown = wanted.filter((network) => !isKnown(network))
  const [chains, setChains] = useState<number[]>(() => offered.map(({ id }) => id))
  const [accounts, setAccounts] = useState<Address[]>(() =>
    keys.slice(0, 1).map(({ address }) => address),
  )
  const [others, setOthers] = useState<string[]>(() => families.map(({ chain }) => chain))
  const isImpossible = chains.length + others.length === 0 || !required.every(isKnown)
  const shared = {
    chains,
    accounts,
    families: families.filter(({ chain }) => others.includes(chain)),
  }
  return (
    <Decision title="Connect to this site?" peer={peer} more={more}>
      <p>
        It will see the accounts that you choose, and may ask you to sign. It cannot do anything
        without you.
      </p>
      {offered.length > 0 && (
        <>
          <Checks
            legend="Accounts"
            options={keys.slice(0, 5).map(({ address }) => ({
              value: address,
              label: <code title={address}>{shortAddress(address)}</code>,
            }))}
            chosen={accounts}
            onChange={setAccounts}
          />
          <Checks
            legend="Networks"
            options={offered.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={chains}
            onChange={setChains}
          />
        </>
      )}
      {families.length > 0 && (
        <Checks
          legend="Other networks"
          chosen={others}
          onChange={setOthers}
          fixed={fixedOf(required, others, chains.length > 0)}
          options={families.map((family) => ({
            value: family.chain,
            label: (
              <span>
                <FamilyName family={family} />
                <br />
                <span className="muted">To sign: {abilitiesOf(family.methods)}</span>
              </span>
            ),
          }))}
        />
      )}
      {unknown.length > 0 && (
        <p className="muted">Not known to this wallet: {unknown.join(', ')}</p>
      )}
      {isImpossible && <p role="alert">The site needs networks that this wallet does not have.</p>}
      <YesNo
        yes="Connect"
        no="Reject"
        busy={busy}
        disabled={isImpossible}
        onYes={() => void wallet.approve(proposal, shared)}
        onNo={() => void wallet.reject(proposal)}
      />
    </Decision>
  )
}

/**
 * The choices that cannot be unticked: those that the site requires, and the last one that is left.
 */
const fixedOf = (
  required: readonly string[],
  chosen: readonly string[],
  isElsewhere: boolean,
): readonly string[] => (chosen.length === 1 && !isElsewhere ? chosen : required)

import { useState, type ReactNode } from 'react'
import type { Address } from 'viem'
import type { Proposal } from '../wallet/state.js'
import type { DemoWallet } from '../wallet/wallet.js'
import { Checks, Decision, shortAddress, YesNo } from './parts.js'

export function ProposalCard({ proposal, wallet, busy, more }: { proposal: Proposal; wallet: DemoWallet; busy: boolean; more: number }): ReactNode {
  const { chains: all, accounts: keys } = wallet.world
  const { wanted, required, peer } = proposal
  const offered = all.filter(({ id }) => wanted.length === 0 || wanted.includes(`eip155:${id}`))
  const isKnown = (network: string): boolean => all.some(({ id }) => network === `eip155:${id}`)
  const unknown = wanted.filter((network) => !isKnown(network))
  const [chains, setChains] = useState<number[]>(() => offered.map(({ id }) => id))
  const [accounts, setAccounts] = useState<Address[]>(() => keys.slice(0, 1).map(({ address }) => address))
  const isImpossible = chains.length === 0 || !required.every(isKnown)
  return (
    <Decision title="Connect to this site?" peer={peer} more={more}>
      <p>It will see the accounts that you choose, and may ask you to sign. It cannot do anything without you.</p>
      <Checks legend="Accounts" options={keys.slice(0, 5).map(({ address }) => ({ value: address, label: <code title={address}>{shortAddress(address)}</code> }))} chosen={accounts} onChange={setAccounts} />
      {offered.length > 0 && <Checks legend="Networks" options={offered.map(({ id, name }) => ({ value: id, label: name }))} chosen={chains} onChange={setChains} />}
      {unknown.length > 0 && <p className="muted">Not known to this wallet: {unknown.join(', ')}</p>}
      {isImpossible && <p role="alert">The site needs networks that this wallet does not have.</p>}
      <YesNo yes="Connect" no="Reject" busy={busy} disabled={isImpossible} onYes={() => void wallet.approve(proposal, { chains, accounts })} onNo={() => void wallet.reject(proposal)} />
    </Decision>
  )
}

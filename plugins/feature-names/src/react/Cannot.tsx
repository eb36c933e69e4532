import { Button, Empty, Text, useLocale } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { NameOffer, NamesApi } from '../api.js'

type Refusing = Extract<NameOffer, { wallets: readonly string[] }>

/** The texts of each reason, and where to go from there. */
const WAYS: Readonly<
  Record<
    Refusing['status'],
    { title: string; text: string; to?: 'Connect' | 'Networks'; k?: string }
  >
> = {
  zone: { title: 'names.closed', text: 'names.closedText' },
  account: {
    title: 'names.noAccount',
    text: 'names.noAccountText',
    to: 'Connect',
    k: 'ui.connectWallet',
  },
  namespace: {
    title: 'names.otherChain',
    text: 'names.otherChainText',
    to: 'Networks',
    k: 'names.chooseNetwork',
  },
  network: {
    title: 'names.noNetwork',
    text: 'names.noNetworkText',
    to: 'Networks',
    k: 'names.chooseNetwork',
  },
  wallet: {
    title: 'names.otherWallet',
    text: 'names.otherWalletText',
    to: 'Connect',
    k: 'names.connectOther',
  },
}

/** Why no name can be registered now, and what to do. */
export function Cannot({
  offer,
  api,
}: {
  offer: Refusing
  api: Pick<NamesApi, 'suffix' | 'show'>
}): ReactNode {
  const { title, text, to, k } = WAYS[offer.status]
  const wallets = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(offer.wallets)
  const isWithout = offer.status === 'wallet' && !wallets
  return (
    <Empty
      title={title}
      text={isWithout ? 'names.noWalletText' : text}
      params={{ wallets, suffix: api.suffix }}
      icon={to === 'Networks' ? 'network' : to ? 'wallet' : 'info'}
    >
      {to && k && !isWithout && (
        <Button variant="primary" onClick={() => api.show(to)}>
          <Text k={k} />
        </Button>
      )}
    </Empty>
  )
}

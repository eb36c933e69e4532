import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  CopyButton,
  Empty,
  explorerLink,
  Icon,
  IconButton,
  Picture,
  showHidden,
  Text,
  useIsOn,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { AssetsApi, AssetToken } from '../api.js'
import { tokenKey } from '../tokens/tokenKey.js'
import { Fact, Facts } from './Facts.js'
import { SPAM_TEXTS } from './spamTexts.js'
import { styles } from './styles.js'
import { useNumbers } from './useNumbers.js'

const ORIGINS = {
  wallet: 'assets.originWallet',
  backend: 'assets.originBackend',
  network: 'assets.originNetwork',
} as const

/** Why the visitor should not trust this token. */
function Warning({ token: { spam, isVerified } }: { token: AssetToken }): ReactNode {
  if (!spam && isVerified) return null
  return (
    <div className="notice">
      <span className="warning">
        <Icon name="warning" />
      </span>
      <span className="main">
        {spam && (
          <>
            <Text k={SPAM_TEXTS[spam]} />.{' '}
          </>
        )}
        <Text k={spam ? 'assets.spamText' : 'assets.unverifiedText'} />
      </span>
    </div>
  )
}

function Contract({ token, api }: { token: AssetToken; api: AssetsApi }): ReactNode {
  const { address, chainId } = token
  const network = api.networkOf(chainId)
  const explorer = network && address !== undefined && explorerLink(network, address)
  if (address === undefined) return null
  return (
    <Fact k="assets.contract">
      <bdi dir="ltr">{address}</bdi>
      <CopyButton value={address} label={{ k: 'assets.copyContract' }} />
      {explorer && (
        <IconButton
          icon="external"
          label={{ k: 'ui.viewOn', params: { explorer: explorer.name } }}
          href={explorer.url}
        />
      )}
    </Fact>
  )
}

function Head({ token, currency }: { token: AssetToken; currency: string }): ReactNode {
  const { name, symbol, quantity, value, iconUrl } = token
  const numbers = useNumbers()
  return (
    <div style={styles.centred}>
      <Picture src={iconUrl || undefined} name={symbol || name} size="large" round />
      <h2 style={styles.headline}>
        <bdi>{showHidden(name || symbol)}</bdi>
      </h2>
      <p style={styles.sum}>
        <bdi dir="ltr">{numbers.exact(quantity)}</bdi> <bdi>{showHidden(symbol)}</bdi>
      </p>
      {value !== undefined && <bdi dir="ltr">{numbers.value(value, currency)}</bdi>}
    </div>
  )
}

/** Everything that is known of a token, and what can be done with it. */
export function TokenView({
  api,
  params,
}: ViewProps<
  { chainId: `${string}:${string}`; address: string | undefined },
  AssetsApi
>): ReactNode {
  const { tokens, currency } = useObservable(api.state)
  const numbers = useNumbers()
  const isOn = useIsOn()
  useEffect(() => api.watch(), [api])
  const token = tokens.find((each) => tokenKey(each) === tokenKey(params))
  if (!token) return <Empty title="assets.gone" text="assets.goneText" />
  const { price, origin, isHidden } = token
  const network = api.networkOf(token.chainId)
  const actions = token.spam ? [] : api.actionsOf(token).filter(({ feature }) => isOn(feature))
  return (
    <div className="stack">
      <Head token={token} currency={currency} />
      <Warning token={token} />
      {actions.length > 0 && (
        <div style={styles.actions}>
          {actions.map(({ id, label, run }, index) => (
            <Button key={id} variant={index ? 'normal' : 'primary'} wide onClick={() => run(token)}>
              <Text k={label} />
            </Button>
          ))}
        </div>
      )}
      <Facts>
        {price !== undefined && (
          <Fact k="assets.price">
            <bdi dir="ltr">{numbers.price(price, currency)}</bdi>
          </Fact>
        )}
        {network && (
          <Fact k="ui.network">
            <bdi>{network.name}</bdi>
          </Fact>
        )}
        <Contract token={token} api={api} />
        <Fact k="assets.origin">
          <Text k={ORIGINS[origin]} />
        </Fact>
      </Facts>
      {token.address !== undefined && !token.spam && (
        <Button variant="plain" onClick={() => api.hide(token, !isHidden)}>
          <Text k={isHidden ? 'assets.unhide' : 'assets.hide'} />
        </Button>
      )}
    </div>
  )
}

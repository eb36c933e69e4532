import { isWebLink } from '@latchkey/plugin-api/explorer'
import type { LatePorts, WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { useEffect, useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useLate } from '../../hooks.js'
import { SkeletonRows } from '../../kit/blocks/Skeleton.js'
import { Empty, ErrorState } from '../../kit/blocks/states.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Picture } from '../../kit/controls/Picture.js'
import { List, Row } from '../../kit/controls/Row.js'
import { Text } from '../../kit/text/messages.js'
import { useObservable } from '../../useObservable.js'
import { WithWallets } from '../connect/WithWallets.js'
import { useImage } from '../shared/useImage.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { isExcluded } from '../wallets/isExcluded.js'
import { isListed, listedNames } from '../wallets/listedNames.js'
import { isForHere, rankStores } from './rankStores.js'

/**
 * Number of wallets that are read from the directory and number that are shown. A longer list does
 * not help a newcomer.
 */
const READ_COUNT = 40
const SHOWN_COUNT = 5

/** Wallets with install links that connectors of the page announce. */
const missing = (rows: readonly WalletRow[]): readonly DirectoryWallet[] =>
  rows.flatMap(({ name, icon, connectors }) => {
    const way = connectors.find(
      (connector) => connector.install && connector.availability() === 'missing',
    )
    return way
      ? [
          {
            id: way.id,
            name,
            namespaces: way.namespaces,
            ...(icon !== undefined && { imageUrl: icon }),
            ...way.install,
          },
        ]
      : []
  })

interface Asked {
  late: LatePorts
  turn: number
  wallets?: readonly DirectoryWallet[]
  error?: unknown
}

/** Loads the first wallets of the directory. */
function useListed(families: readonly string[]): {
  wallets: readonly DirectoryWallet[] | undefined
  error: unknown
  retry(): void
} {
  const { late } = useLate()
  const [turn, setTurn] = useState(0)
  const [asked, setAsked] = useState<Asked>()
  const key = families.join()
  useEffect(() => {
    if (!late) return
    const controller = new AbortController()
    const { signal } = controller
    late
      .directory({ page: 1, count: READ_COUNT, signal, ...(key && { namespaces: key.split(',') }) })
      .then(
        ({ wallets }) => signal.aborted || setAsked({ late, turn, wallets }),
        (error: unknown) => signal.aborted || setAsked({ late, turn, error: error ?? 'unknown' }),
      )
    return () => controller.abort()
  }, [late, turn, key])
  const now = asked?.late === late && asked?.turn === turn ? asked : undefined
  return { wallets: now?.wallets, error: now?.error, retry: () => setTurn((before) => before + 1) }
}

function Offer({
  wallet,
  families,
}: {
  wallet: DirectoryWallet
  families: readonly string[]
}): ReactNode {
  const { router } = usePorts()
  const label = useNamespaceLabel()
  const its = wallet.namespaces?.filter((each) => families.includes(each)) ?? []
  return (
    <Row
      start={<Picture src={useImage('wallet', wallet)} name={wallet.name} />}
      end={<Icon name="next" />}
      note={families.length > 1 && its.length ? <bdi>{its.map(label).join(', ')}</bdi> : undefined}
      onClick={() => router.push('ConnectingExternal', { walletId: wallet.id, wallet })}
    >
      <bdi>{wallet.name}</bdi>
    </Row>
  )
}

/**
 * Whether the wallet can be used from elsewhere: on a phone by scanning a code, or as its homepage
 * says.
 */
const isElsewhere = (
  { mobileLink, universalLink, homepage, stores = [] }: DirectoryWallet,
  takesCodes: boolean,
): boolean =>
  isWebLink(homepage) ||
  (takesCodes && !!(mobileLink ?? universalLink) && rankStores(stores, navigator).length > 0)

function Offers({ rows }: { rows: readonly WalletRow[] }): ReactNode {
  const { adapters, options, views } = usePorts()
  const { excludedWallets } = useObservable(options)
  const families = useObservable(adapters).map(({ value: { namespace } }) => namespace)
  const { wallets, error, retry } = useListed(families)
  if (error !== undefined)
    return (
      <ErrorState
        title={navigator.onLine ? 'ui.directoryFailed' : 'ui.offline'}
        text={navigator.onLine ? 'ui.viewFailedText' : 'ui.offlineText'}
        error={error}
        onRetry={retry}
      />
    )
  if (!wallets) return <SkeletonRows count={SHOWN_COUNT} />
  const fits = ({ namespaces }: DirectoryWallet): boolean =>
    !namespaces?.length || !families.length || namespaces.some((each) => families.includes(each))
  const own = listedNames(
    rows.filter(({ connectors }) =>
      connectors.some((connector) => connector.availability() !== 'missing'),
    ),
  )
  const names = new Set<string>()
  const all = [...missing(rows), ...wallets].filter(
    (wallet) => fits(wallet) && !isListed(own, wallet) && !isExcluded(wallet, excludedWallets),
  )
  const here = all.filter(({ stores = [] }) => isForHere(stores, navigator))
  const takesCodes = views.find('ConnectingWalletConnect') !== undefined
  const offered = (here.length ? here : all.filter((wallet) => isElsewhere(wallet, takesCodes)))
    .filter(({ name }) => !names.has(name) && names.add(name))
    .slice(0, SHOWN_COUNT)
  if (!offered.length) return <Empty title="ui.noOffer" text="ui.noOfferText" icon="wallet" />
  return (
    <div className="stack">
      {here.length > 0 && (
        <p className="hint">
          <Text k="ui.getAWalletText" />
        </p>
      )}
      <List label={{ k: 'ui.wallets' }}>
        {offered.map((wallet) => (
          <Offer key={wallet.id} wallet={wallet} families={families} />
        ))}
      </List>
    </div>
  )
}

/**
 * Suggests a few wallets that serve the chains of this site: those that can be installed in this
 * browser or on this phone, or else those that can be had elsewhere.
 */
export const GetAWallet = (): ReactNode => (
  <WithWallets>{(rows) => <Offers rows={rows} />}</WithWallets>
)

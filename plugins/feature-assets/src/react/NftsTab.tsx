import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  showHidden,
  SkeletonRows,
  Text,
  useObservable,
  VirtualList,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { AssetNft, AssetsApi } from '../api.js'
import { nftKey } from '../nfts/nftKey.js'
import { Art } from './Art.js'
import { styles } from './styles.js'
import { Unread } from './Unread.js'
import { useOnline } from './useOnline.js'

/** One of the grid: picture, collection, name with id, and pieces where there are several. */
function Card({
  nft,
  tabIndex,
  onClick,
}: {
  nft: AssetNft
  tabIndex: 0 | -1
  onClick(): void
}): ReactNode {
  const { name, collection, tokenId, amount, imageUrl } = nft
  return (
    <button type="button" className="row" style={styles.card} tabIndex={tabIndex} onClick={onClick}>
      <Art src={imageUrl} name={name || collection} />
      <span className="note" style={styles.line}>
        <bdi>{showHidden(collection) || '\u00a0'}</bdi>
      </span>
      <span className="name" style={styles.line}>
        <bdi>{showHidden(name) || `#${tokenId}`}</bdi>
      </span>
      <span className="note" style={styles.line}>
        <bdi dir="ltr">#{tokenId}</bdi>
        {amount !== '1' && (
          <>
            {' · '}
            <bdi dir="ltr">×{amount}</bdi>
          </>
        )}
      </span>
    </button>
  )
}

/** Cards beside each other. */
const COLUMNS = 2
/** The height of a row of cards until it is drawn: it is measured then. */
const rowHeight = (): number => 220

/** Only the rows of the grid that are in sight are drawn. */
const Grid = ({ items, api }: { items: readonly AssetNft[]; api: AssetsApi }): ReactNode => (
  <VirtualList
    label={{ k: 'ui.nfts' }}
    count={Math.ceil(items.length / COLUMNS)}
    isTall={rowHeight}
    row={({ index, tabIndex }) => (
      <div style={styles.grid}>
        {items.slice(index * COLUMNS, (index + 1) * COLUMNS).map((nft) => (
          <Card
            key={nftKey(nft)}
            nft={nft}
            tabIndex={tabIndex}
            onClick={() => api.show('assets.nft', { contract: nft.contract, tokenId: nft.tokenId })}
          />
        ))}
      </div>
    )}
  />
)

/** The NFTs of the account in use. */
export function NftsTab({ api }: ViewProps<undefined, AssetsApi>): ReactNode {
  const { nfts } = useObservable(api.state)
  const { items, isRead, isServed, loading, hasMore, lastRetry, error } = nfts
  const [isSpamShown, setSpamShown] = useState(false)
  const isOnline = useOnline()
  const isDue = !isRead && !loading && lastRetry === undefined
  useEffect(() => {
    if (isDue) void api.loadNfts()
  }, [isDue, api])
  const unread = lastRetry !== undefined && (
    <Unread
      title="assets.nftsUnread"
      failedAt={lastRetry}
      error={error}
      isBeside={items.length > 0}
      onRetry={() => void api.loadNfts()}
    />
  )
  if (!items.length && unread) return unread
  if (!isRead) return <SkeletonRows />
  if (!isServed) return <Empty title="assets.nftsUnknown" text="assets.nftsUnknownText" />
  const spam = items.filter(({ isSpam }) => isSpam).length
  const shown = isSpamShown ? items : items.filter(({ isSpam }) => !isSpam)
  return (
    <div className="stack" aria-busy={loading}>
      {!isOnline && (
        <p className="hint" role="status">
          <Text k="assets.offline" />
        </p>
      )}
      {shown.length > 0 ? (
        <Grid items={shown} api={api} />
      ) : (
        !hasMore && <Empty title="assets.nftsEmpty" text="assets.nftsEmptyText" icon="grid" />
      )}
      {unread}
      {hasMore && !unread && (
        <Button wide busy={loading} onClick={() => void api.loadNfts()}>
          <Text k="assets.more" />
        </Button>
      )}
      {spam > 0 && (
        <Button variant="plain" pressed={isSpamShown} onClick={() => setSpamShown(!isSpamShown)}>
          <Text k={isSpamShown ? 'assets.hideSpam' : 'assets.showSpam'} params={{ count: spam }} />
        </Button>
      )}
    </div>
  )
}

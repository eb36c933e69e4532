import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Empty, SkeletonRows, Text, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { AssetsApi } from '../api.js'
import { NftGrid } from './NftGrid.js'
import { Unread } from './Unread.js'
import { useNumbers } from './useNumbers.js'
import { useOnline } from './useOnline.js'

/** The NFTs of the account in use. */
export function NftsTab({ api }: ViewProps<undefined, AssetsApi>): ReactNode {
  const { nfts } = useObservable(api.state)
  const { items, isRead, isServed, loading, hasMore, at, lastRetry, error } = nfts
  const numbers = useNumbers()
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
  if (!isRead && !items.length) return <SkeletonRows />
  if (!isServed) return <Empty title="assets.nftsUnknown" text="assets.nftsUnknownText" />
  const spam = items.filter(({ isSpam }) => isSpam).length
  const shown = isSpamShown ? items : items.filter(({ isSpam }) => !isSpam)
  return (
    <div className="stack" aria-busy={loading}>
      {(!isOnline || unread) && at !== undefined && (
        <p className="hint" role="status">
          {!isOnline && (
            <>
              <Text k="assets.offline" />{' '}
            </>
          )}
          <Text k="assets.asOf" params={{ time: numbers.time(at) }} />
        </p>
      )}
      {shown.length > 0 ? (
        <NftGrid items={shown} api={api} />
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

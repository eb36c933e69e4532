import { showHidden, VirtualList } from '@latchkey/ui-react/kit'
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { AssetNft, AssetsApi } from '../api.js'
import { nftKey } from '../nfts/nftKey.js'
import { Art } from './Art.js'
import { styles } from './styles.js'

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

/** The cards of the row of the grid that has this element in it. */
const cardsBeside = (element: Element): readonly HTMLElement[] => [
  ...(element.closest('[role=row]')?.querySelectorAll<HTMLElement>('.row') ?? []),
]

/** The place in its row to which a key moves the focus. `undefined`: the key is for the list. */
function columnAfter(key: string, at: number, last: number, isRtl: boolean): number | undefined {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  const steps: Readonly<Record<string, number>> = {
    [forward]: Math.min(at + 1, last),
    [back]: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  }
  return Object.hasOwn(steps, key) ? steps[key] : undefined
}

/**
 * NFTs in a grid (WAI-ARIA), which Tab reaches once: arrow keys move along rows and columns, Home and
 * End to the ends of a row, with Ctrl to those of the grid. Only the rows in sight are drawn.
 */
export function NftGrid({ items, api }: { items: readonly AssetNft[]; api: AssetsApi }): ReactNode {
  const [column, setColumn] = useState(0)
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const cards = cardsBeside(target as Element)
    if (altKey || metaKey || !cards.length) return
    const isRtl = getComputedStyle(target as Element).direction === 'rtl'
    const to = columnAfter(key, cards.indexOf(target as HTMLElement), cards.length - 1, isRtl)
    if (to === undefined) return
    if (ctrlKey) return setColumn(key === 'End' ? (items.length - 1) % COLUMNS : to)
    event.preventDefault()
    event.stopPropagation()
    cards[to]?.focus()
  }
  const onFocus = ({ target }: FocusEvent): void =>
    setColumn(Math.max(0, cardsBeside(target).indexOf(target as HTMLElement)))
  return (
    <div onKeyDownCapture={onKeyDown} onFocusCapture={onFocus}>
      <VirtualList
        label={{ k: 'ui.nfts' }}
        count={Math.ceil(items.length / COLUMNS)}
        isTall={rowHeight}
        isGrid
        row={({ index, tabIndex }) => {
          const cards = items.slice(index * COLUMNS, (index + 1) * COLUMNS)
          const reached = Math.min(column, cards.length - 1)
          return (
            <div style={styles.grid}>
              {cards.map((nft, at) => (
                <div key={nftKey(nft)} role="gridcell" aria-colindex={at + 1}>
                  <Card
                    nft={nft}
                    tabIndex={at === reached ? tabIndex : -1}
                    onClick={() =>
                      api.show('assets.nft', { contract: nft.contract, tokenId: nft.tokenId })
                    }
                  />
                </div>
              ))}
            </div>
          )
        }}
      />
    </div>
  )
}

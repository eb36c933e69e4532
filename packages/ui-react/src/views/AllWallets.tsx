import type { ResolvedOptions, WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button } from '../kit/Button.js'
import { Field } from '../kit/Field.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Picture } from '../kit/Picture.js'
import { Row } from '../kit/Row.js'
import { Skeleton, SkeletonRows } from '../kit/Skeleton.js'
import { Empty } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { serving } from './chooseWallet.js'
import { chooseListed } from './chooseListed.js'
import { fold, holding } from './fold.js'
import { isExcluded } from './isExcluded.js'
import { Legal, useNeedsConsent } from './Legal.js'
import { isNamed, namesOf } from './namesOf.js'
import { useEarlyPreparation } from './useEarlyPreparation.js'
import { useFirst } from './useFirst.js'
import { useImage } from './useImage.js'
import { useWalletSearch } from './useWalletSearch.js'
import { VirtualList, type RowPlace } from './VirtualList.js'
import { WalletButton } from './WalletList.js'
import type { Found } from './walletSearch.js'
import { WantedHint } from './WantedHint.js'
import { WithWallets } from './WithWallets.js'

/** Px that the field covers of the list below it. */
const FIELD = 60
/** ms without a key after which somebody has typed what they wanted to. */
const STILL = 400
/** Rows that a modal shows at once, at most. */
const IN_SIGHT = 12

const LoadedPicture = ({ wallet }: { wallet: DirectoryWallet }): ReactNode => (
  <Picture src={useImage('wallet', wallet)} name={wallet.name} />
)
/** A letter needs nothing loaded, and a picture that is its own source neither. */
const WalletPicture = ({ wallet }: { wallet: DirectoryWallet }): ReactNode => {
  const { name, imageUrl, imageId } = wallet
  return imageId === undefined && (imageUrl === undefined || imageUrl.startsWith('data:')) ? (
    <Picture src={imageUrl} name={name} />
  ) : (
    <LoadedPicture wallet={wallet} />
  )
}

interface ListedButtonProps {
  wallet: DirectoryWallet | undefined
  disabled: boolean
  tabIndex: 0 | -1
  choose(wallet: DirectoryWallet): void
  prepare(): void
}

/** A wallet of the directory, or the place of one on its way: one button, so that nobody loses the focus when it comes. */
export const ListedButton = memo(function ListedButton({
  wallet,
  disabled,
  tabIndex,
  choose,
  prepare,
}: ListedButtonProps): ReactNode {
  return (
    <Row
      start={wallet ? <WalletPicture wallet={wallet} /> : <Skeleton width="32px" height="32px" />}
      disabled={disabled}
      tabIndex={tabIndex}
      onApproach={prepare}
      onClick={() => wallet && choose(wallet)}
    >
      {wallet ? (
        <bdi>{wallet.name}</bdi>
      ) : (
        <>
          <span className="quiet">
            <Text k="ui.loading" />
          </span>
          <Skeleton width="40%" />
        </>
      )}
    </Row>
  )
})

const isStrange = (
  { namespaces: its = [] }: DirectoryWallet,
  families: readonly string[],
): boolean => families.length > 0 && its.length > 0 && !its.some((each) => families.includes(each))

/** Tells which wallets of the directory are not listed: those that stand before them, those of other chain families, and those that the site excludes. Each is looked at once. */
function createIsHidden(
  rows: readonly WalletRow[],
  families: readonly string[],
  excluded: ResolvedOptions['excludedWallets'],
): (wallet: DirectoryWallet) => boolean {
  const own = namesOf(rows)
  const seen = new WeakMap<DirectoryWallet, boolean>()
  return (wallet) => {
    const isHidden =
      seen.get(wallet) ??
      (isNamed(own, wallet) || isStrange(wallet, families) || isExcluded(wallet, excluded))
    seen.set(wallet, isHidden)
    return isHidden
  }
}

/** The places of the directory that are shown, by their place in the list. */
function usePlaces(
  { wallets, total }: Found,
  isHidden: (wallet: DirectoryWallet) => boolean,
): { count: number; placeOf(shown: number): number } {
  const hidden = useMemo(() => {
    const places: number[] = []
    for (const [place, wallet] of wallets)
      if (place < total && (wallet === null || isHidden(wallet))) places.push(place)
    return places.sort((a, b) => a - b)
  }, [wallets, total, isHidden])
  return {
    count: total - hidden.length,
    placeOf: useCallback(
      (shown) => hidden.reduce((place, gone) => (gone <= place ? place + 1 : place), shown),
      [hidden],
    ),
  }
}

/** The chain families that this site connects, or the one that is wanted. */
function useFamilies(wanted: string | undefined): readonly string[] {
  const adapters = useObservable(usePorts().adapters)
  return useMemo(
    () => (wanted === undefined ? adapters.map(({ value: { namespace } }) => namespace) : [wanted]),
    [adapters, wanted],
  )
}

function Failed({ onRetry }: { onRetry(): void }): ReactNode {
  const text = navigator.onLine ? 'ui.directoryFailed' : 'ui.offlineText'
  return (
    <div className="pinned end">
      <div className="notice" role="alert">
        <div className="main">
          <Text k={text} />
        </div>
        <Button onClick={onRetry}>
          <Text k="ui.retry" />
        </Button>
      </div>
    </div>
  )
}

function Nothing({ typed }: { typed: string }): ReactNode {
  const { router } = usePorts()
  return typed ? (
    <Empty title="ui.noResult" text="ui.noResultText" icon="search" />
  ) : (
    <Empty title="ui.noWallet" text="ui.noWalletText" icon="wallet">
      <Button onClick={() => router.push('GetAWallet')}>
        <Text k="ui.getAWallet" />
      </Button>
    </Empty>
  )
}

/** Says how many were found, once for what is typed: when its answer is here, and nobody types on. */
function useSaidCount(count: number, typed: string, found: Found): void {
  const text = useMessages()
  const { announce } = useSession()
  const said = useRef('')
  const isAnswered = found.state === 'ready' && found.typed === typed
  useEffect(() => {
    if (!typed) said.current = ''
    if (!isAnswered || said.current === typed) return
    const timer = setTimeout(() => {
      said.current = typed
      announce(count ? text('ui.walletsFound', { count }) : text('ui.noResult'))
    }, STILL)
    return () => clearTimeout(timer)
  }, [announce, text, count, typed, isAnswered])
}

function SearchField({
  value,
  onChange,
  onDown,
}: {
  value: string
  onChange(value: string): void
  onDown(): void
}): ReactNode {
  const keys = (event: KeyboardEvent): void => {
    // Keys that choose a spelling are no keys of ours.
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter'))
      return
    event.preventDefault()
    onDown()
  }
  return (
    <div className="pinned" onKeyDown={keys}>
      <Field
        label={{ k: 'ui.searchWallets' }}
        labelHidden
        placeholder={{ k: 'ui.searchWallets' }}
        value={value}
        onChange={onChange}
        start={<Icon name="search" />}
        input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
      />
    </div>
  )
}

function Wallets({ rows }: { rows: readonly WalletRow[] }): ReactNode {
  const disabled = useNeedsConsent()
  // Who comes here first was not asked before. The box stays where it was ticked.
  const [asksConsent] = useState(disabled)
  const view = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState('')
  const typed = value.trim()
  const wanted = useObservable(useSession().wanted)
  const families = useFamilies(wanted)
  const { found, type, need, retry } = useWalletSearch(typed, families)
  const ports = usePorts()
  const choose = useCallback(
    (wallet: DirectoryWallet) => chooseListed(wallet, wanted, ports),
    [wanted, ports],
  )
  const first = useFirst(rows, wanted)
  const [own, extra] = useMemo(() => {
    const holds = holding(fold(typed))
    const fits = ({ name }: { name: string }): boolean => holds(fold(name))
    return [serving(rows, wanted).filter(fits), first.filter(fits)]
  }, [rows, first, wanted, typed])
  const before = own.length + extra.length
  const { excludedWallets } = useObservable(ports.options)
  const isHidden = useMemo(
    () => createIsHidden(rows, families, [...first, ...(excludedWallets ?? [])]),
    [rows, families, first, excludedWallets],
  )
  const { count: listed, placeOf } = usePlaces(found, isHidden)
  const count = before + listed
  useSaidCount(count, typed, found)
  const prepare = useEarlyPreparation(rows)
  const onSight = useCallback(
    (first: number, last: number) => need(placeOf(first - before), placeOf(last - before)),
    [need, placeOf, before],
  )
  const isTall = useCallback((index: number) => own[index]?.lookalike === true, [own])
  const focusOn = (selector: string): void =>
    view.current?.querySelector<HTMLElement>(selector)?.focus()
  const search = (next: string): void => {
    setValue(next)
    type(next.trim())
    view.current?.closest('.body')?.scrollTo(0, 0)
  }
  const row = ({ index, tabIndex }: RowPlace): ReactNode => {
    const mine = own[index]
    if (mine) return <WalletButton row={mine} disabled={disabled} tabIndex={tabIndex} />
    return (
      <ListedButton
        wallet={
          extra[index - own.length] ?? found.wallets.get(placeOf(index - before)) ?? undefined
        }
        disabled={disabled}
        tabIndex={tabIndex}
        choose={choose}
        prepare={prepare}
      />
    )
  }
  return (
    <div className="stack" ref={view}>
      <SearchField
        value={value}
        onChange={search}
        onDown={() => focusOn('[data-index] .row[tabindex="0"]')}
      />
      <WantedHint />
      {asksConsent && <Legal />}
      {count > 0 && (
        <VirtualList
          count={count}
          label={{ k: 'ui.wallets' }}
          row={row}
          isTall={isTall}
          onSight={onSight}
          onLeave={() => focusOn('input')}
          covered={FIELD}
        />
      )}
      {found.state === 'loading' && count < IN_SIGHT && <SkeletonRows count={count ? 2 : 6} />}
      {found.state === 'failed' && <Failed onRetry={retry} />}
      {found.state === 'ready' && count === 0 && <Nothing typed={typed} />}
    </div>
  )
}

/** Every wallet that this site knows: its own list, then its directory, however long that is. */
export const AllWallets = (): ReactNode => (
  <WithWallets count={6}>{(rows) => <Wallets rows={rows} />}</WithWallets>
)

import type { Description, Network } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { enRequest } from '../messages/enRequest.js'
import { Button } from './Button.js'
import { CopyButton } from './CopyButton.js'
import { showHidden } from './hidden.js'
import { Icon } from './Icon.js'
import { Text, useMessages } from './messages.js'
import { printParams } from './printParams.js'

type Row = Description['rows'][number]

/** Characters, and lines, that are drawn before somebody asks for all of them. */
const SHOWN = 2000
const LINES = 12
/** Marks that are piled up on a letter stay in their place. */
const inPlace = {
  display: 'inline-block',
  maxInlineSize: '100%',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
} as const
const cut = (text: string): string => text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, '')

/** Texts of the catalogue, and in English those that come with this component only. `undefined`: nobody has one, so it is data. */
function useTexts(): (key: string) => string | undefined {
  const text = useMessages()
  return (key) => {
    const found = text(key)
    return found !== key ? found : Object.hasOwn(enRequest, key) ? enRequest[key] : undefined
  }
}

/** A text of the catalogue; what none has is a name of the request's own, which may be anything. */
function Words({ k }: { k: string }): ReactNode {
  const text = useTexts()(k)
  return text === undefined ? <bdi>{showHidden(k)}</bdi> : <span data-key={k}>{text}</span>
}

const Warning = ({ k }: { k: string }): ReactNode => (
  <span className="warning" style={{ display: 'flex', gap: 4, marginBlockStart: 4 }}>
    <Icon name="warning" />
    <span style={{ minInlineSize: 0 }}>
      <Words k={k} />
    </span>
  </span>
)

/** Something long, letter by letter: bounded until somebody asks for all of it, and to copy as it really is. */
function Raw({
  value,
  name,
  isCode = false,
}: {
  value: string
  name: string
  isCode?: boolean
}): ReactNode {
  const texts = useTexts()
  const [isWhole, setWhole] = useState(false)
  const isCut = value.length > SHOWN && !isWhole
  const isMore = isCut || (!isWhole && value.split('\n', LINES + 1).length > LINES)
  const text = texts(name)
  return (
    <>
      {/* What scrolls is reached by keys. */}
      <pre
        dir={isCode ? 'ltr' : 'auto'}
        tabIndex={0}
        role="group"
        aria-label={text ?? showHidden(name)}
        data-key-label={text && name}
        style={{
          boxSizing: 'border-box',
          minBlockSize: 44,
          marginBlockStart: 4,
          maxBlockSize: isWhole ? 'none' : 'min(240px, 40vh)',
        }}
      >
        {showHidden(isCut ? cut(value) : value)}
        {isCut && '…'}
      </pre>
      <span className="bar" style={{ justifyContent: 'flex-end', marginBlock: 10 }}>
        {isMore && (
          <Button variant="plain" onClick={() => setWhole(true)}>
            <Text k="ui.showAll" />
          </Button>
        )}
        <CopyButton value={value} label={{ k: 'ui.copyDetails' }} />
      </span>
    </>
  )
}

const isHiding = ({ label, value }: Row): boolean =>
  [label, value].some((text) => showHidden(text) !== text)
const isWarned = (row: Row): boolean => row.warning !== undefined || isHiding(row)
const warningOf = ({ warning }: Row): string => warning ?? 'ui.requestHidden'

function RequestRow(row: Row & { isCode?: boolean }): ReactNode {
  const { label, value, raw, isCode } = row
  return (
    <div>
      <dt className="hint">
        <Words k={label} />
      </dt>
      <dd style={{ margin: 0 }}>
        {raw || value.length > SHOWN ? (
          <Raw value={value} name={label} {...(isCode && { isCode })} />
        ) : (
          <bdi style={inPlace}>{showHidden(value)}</bdi>
        )}
        {isWarned(row) && <Warning k={warningOf(row)} />}
      </dd>
    </div>
  )
}

/** Labels that stand several times belong to several calls or payments. Torn apart, an amount would stand with somebody else's address. */
const isGrouped = (rows: readonly Row[]): boolean =>
  new Set(rows.map(({ label }) => label)).size < rows.length

export interface RequestRowsProps {
  /** In the words of the namespace's adapter. `undefined`: nobody can read it. */
  description: Description | undefined
  method: string
  /** What the wallet gets. */
  params: unknown
  /** Shown as a row of its own. */
  network?: Pick<Network, 'name'> | undefined
}

/**
 * What a request says: rows, those with a warning first, or, of several calls or payments, in their order below all warnings; what cannot be seen as codes, and the request as the wallet gets it, open where it could not be read in full. The headline is the view's.
 * @example <RequestRows description={description} method={request.method} params={request.params} />
 */
export function RequestRows({ description, method, params, network }: RequestRowsProps): ReactNode {
  const isRead = description?.complete === true
  const given = description?.rows ?? []
  const isInOrder = isGrouped(given)
  const rows = isInOrder
    ? given
    : given
        .map((row) => ({ row, warned: isWarned(row) }))
        .sort((one, other) => Number(other.warned) - Number(one.warned))
        .map(({ row }) => row)
  const warnings = isInOrder ? new Set(given.filter(isWarned).map(warningOf)) : []
  return (
    <div className="stack">
      {!isRead && (
        <div className="notice" role="note">
          <Icon name="warning" />
          <span className="main">
            <Words k={description ? 'ui.requestPartly' : 'ui.requestUnknown'} />
          </span>
        </div>
      )}
      {[...warnings].map((key) => (
        <Warning key={key} k={key} />
      ))}
      <dl className="stack" style={{ margin: 0 }}>
        {rows.map((row, index) => (
          <RequestRow key={index} {...row} />
        ))}
        {network && <RequestRow label="ui.network" value={network.name} />}
      </dl>
      <details open={!isRead}>
        <summary>
          <Words k="ui.requestRaw" />
        </summary>
        <dl className="stack" style={{ margin: 0 }}>
          <RequestRow label="ui.requestMethod" value={method} />
          {params !== undefined && (
            <RequestRow label="ui.requestParams" value={printParams(params)} raw isCode />
          )}
        </dl>
      </details>
    </div>
  )
}

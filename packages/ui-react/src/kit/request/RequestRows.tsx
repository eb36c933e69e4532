import type { Description, Network } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { enRequest } from '../../messages/enRequest.js'
import { Button } from '../controls/Button.js'
import { CopyButton } from '../controls/CopyButton.js'
import { Icon } from '../controls/Icon.js'
import { Text, useMessages } from '../text/messages.js'
import { showHidden } from './hidden.js'
import { printParams } from './printParams.js'

type Row = Description['rows'][number]

/** Limits of what is drawn before the visitor asks for all of it: characters and lines. */
const MAX_CHARACTERS = 2000
const MAX_LINES = 12
/** Keeps marks that are piled up on a letter inside their row. */
const containMarks = {
  display: 'inline-block',
  maxInlineSize: '100%',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
} as const
const cut = (text: string): string => text.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')

/**
 * Looks up a text in the catalogue, then in the English texts of this component. `undefined` means
 * that the word is data and not a message key.
 */
function useTexts(): (key: string) => string | undefined {
  const text = useMessages()
  return (key) => {
    const found = text(key)
    return found !== key ? found : Object.hasOwn(enRequest, key) ? enRequest[key] : undefined
  }
}

/**
 * Draws a text of the catalogue. A word without a text is a name from the request, which may be
 * anything.
 */
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

/**
 * A long value, letter by letter. It is cut until the visitor asks for all of it, and is always
 * copied in full.
 */
function Raw({
  value,
  name,
  isCode,
}: {
  value: string
  name: string
  isCode?: boolean | undefined
}): ReactNode {
  const text = useTexts()(name)
  const [isWhole, setWhole] = useState(false)
  const isLong = value.length > MAX_CHARACTERS
  const isCut = isLong && !isWhole
  const isMore = !isWhole && (isLong || value.split('\n').length > MAX_LINES)
  return (
    <>
      {/* A scrolling area must be reachable by keyboard. */}
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
        {raw || value.length > MAX_CHARACTERS ? (
          <Raw value={value} name={label} isCode={isCode} />
        ) : (
          <bdi style={containMarks}>{showHidden(value)}</bdi>
        )}
        {isWarned(row) && <Warning k={warningOf(row)} />}
      </dd>
    </div>
  )
}

/**
 * A label that occurs several times belongs to several calls or payments. Sorting the rows would
 * put an amount next to the address of another payment.
 */
const isGrouped = (rows: readonly Row[]): boolean =>
  new Set(rows.map(({ label }) => label)).size < rows.length

export interface RequestRowsProps {
  /** The description by the namespace's adapter. `undefined`: no adapter could read the request. */
  description: Description | undefined
  method: string
  /** The parameters as the wallet receives them. */
  params: unknown
  /** Shown in a row of its own. */
  network?: Pick<Network, 'name'> | undefined
}

/**
 * Shows what a request does. Rows with a warning come first; if there are several calls or
 * payments, the warnings come first and the rows keep their order. Invisible characters are shown
 * as codes, and the raw request is below, unfolded if it could not be described completely. The
 * view draws the headline.
 * @example <RequestRows description={description} method={request.method} params={request.params}
 * />
 */
export function RequestRows({ description, method, params, network }: RequestRowsProps): ReactNode {
  const isRead = description?.complete === true
  const given = description?.rows ?? []
  const warned = given.filter(isWarned)
  const isInOrder = isGrouped(given)
  const rows = isInOrder ? given : [...warned, ...given.filter((row) => !isWarned(row))]
  const warnings = isInOrder ? new Set(warned.map(warningOf)) : []
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

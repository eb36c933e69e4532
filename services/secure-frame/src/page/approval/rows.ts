import type { Catalogue, Description } from '@latchkey/plugin-api'
import { element } from './dom.js'

/** A row in the words that a person reads. */
export interface Row {
  label: string
  value: string
  warning?: string | undefined
  /** The value is data, in a font of equal widths. */
  isRaw?: boolean
  /** The label is the request's own: a stranger wrote it. */
  isField?: boolean
}

/** Rows of a description, with the texts of its keys. */
export function inWords(rows: Description['rows'], texts: Catalogue): Row[] {
  const isKnown = (key: string): boolean => Object.hasOwn(texts, key)
  const word = (key: string): string => (isKnown(key) ? texts[key]! : key)
  return rows.map(({ label, value, warning, raw }) => ({
    label: word(label),
    value,
    warning: warning && word(warning),
    isRaw: raw === true,
    isField: !isKnown(label),
  }))
}

export function drawRow(page: Document, row: Row): HTMLElement {
  const { label, value, warning, isRaw, isField } = row
  // Text of strangers may turn around what stands beside it.
  const shown = value ? [element(page, 'bdi', { class: isRaw ? 'raw' : 'value' }, value)] : []
  const told = warning ? [element(page, 'p', { class: 'warning' }, warning)] : []
  return element(
    page,
    'div',
    { class: 'row' },
    element(page, 'dt', {}, isField ? element(page, 'bdi', { class: 'field' }, label) : label),
    element(page, 'dd', {}, ...shown, ...told),
  )
}

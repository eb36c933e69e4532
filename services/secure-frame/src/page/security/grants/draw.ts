import { element } from '../../approval/dom.js'
import { drawRow, inWords, type Row } from '../../approval/rows.js'
import { amountOf, fill, grantRows, timeOf, type Wording } from '../../smart/grants/words.js'
import type { GrantTexts } from '../../translations/grants/en.js'
import type { SecurityTexts } from '../../translations/security/index.js'
import type { Listed, NetworkGrants } from './readList.js'

interface Words {
  texts: SecurityTexts
  grantTexts: GrantTexts
  lang: string
}

/** The amount and the number of times that the chain has counted; nothing is counted of some calls. */
function usedOf({ judged, state }: Listed, wording: Wording, texts: SecurityTexts): string[] {
  const { amount, calls } = state ?? {}
  const { permission } = judged!.grant.limits
  const { lang } = wording
  const number = new Intl.NumberFormat(lang)
  const said: string[] = []
  if (amount && permission.type !== 'calls') {
    const token = permission.type === 'erc20' ? permission.token : undefined
    said.push(
      fill(texts[`grants.${permission.allowance.kind}`], lang, {
        used: amountOf(amount.used, token, wording),
        left: amountOf(amount.available, token, wording),
      }),
    )
  }
  if (calls) {
    const [used, left] = [number.format(calls.used), number.format(calls.left)]
    said.push(fill(texts['grants.calls'], lang, { used, left }))
  }
  return said
}

/** The row of what is used. Where the chain did not answer it says that. */
function usedRows(listed: Listed, wording: Wording, texts: SecurityTexts): Row[] {
  const label = texts['grants.used']
  if (!listed.state?.limits) return [{ label, value: '', warning: texts['grants.unread'] }]
  if (!listed.judged) return []
  const said = usedOf(listed, wording, texts)
  return said.length ? [{ label, value: said.join(' ') }] : []
}

/** The rows of a grant: the sentences of its card, and what is used of it. */
export function rowsOf(
  listed: Listed,
  { network, tokens }: Pick<NetworkGrants, 'network' | 'tokens'>,
  { texts, grantTexts, lang }: Words,
): Row[] {
  const { judged, record } = listed
  const facts = { tokens, calledTokens: [], empty: [] }
  const wording = { texts: grantTexts, lang, coin: network.nativeCurrency, facts, now: 0 }
  const rows = judged
    ? grantRows(judged, wording)
    : [{ label: 'grant.until', value: timeOf(record.expiry, lang) }]
  return [
    { label: texts['approve.network'], value: network.name },
    ...inWords(rows, grantTexts),
    ...usedRows(listed, wording, texts),
  ]
}

/** Why a grant cannot be ended now. `undefined`: it can. */
const hindrance = (
  { isServed }: NetworkGrants,
  isOnline: boolean,
): 'grants.offline' | 'grants.notServed' | undefined =>
  isOnline ? (isServed ? undefined : 'grants.notServed') : 'grants.offline'

/** The grants as a list, each with a button. One that cannot be ended now says why. */
export function drawGrants(
  page: Document,
  networks: readonly NetworkGrants[],
  words: Words,
  isOnline: boolean,
  revoke: (listed: Listed) => void,
): HTMLElement {
  const { texts } = words
  const items = networks.flatMap((at) =>
    at.listed.map((listed) => {
      const { hash, origin } = listed.record
      const why = hindrance(at, isOnline)
      const title = element(
        page,
        'strong',
        { id: `grant-${hash}` },
        element(page, 'bdi', {}, origin),
      )
      const facts = element(
        page,
        'dl',
        {},
        ...rowsOf(listed, at, words).map((row) => drawRow(page, row)),
      )
      const reason = why ? [element(page, 'p', { id: `why-${hash}` }, texts[why])] : []
      const button = element(
        page,
        'button',
        {
          type: 'button',
          class: 'secondary',
          'aria-describedby': why ? `grant-${hash} why-${hash}` : `grant-${hash}`,
          ...(why && { 'aria-disabled': 'true' }),
        },
        texts['grants.revoke'],
      )
      button.addEventListener('click', (event) => void (event.isTrusted && !why && revoke(listed)))
      return element(page, 'li', { class: 'row' }, title, facts, ...reason, button)
    }),
  )
  return element(page, 'ul', { class: 'list' }, ...items)
}

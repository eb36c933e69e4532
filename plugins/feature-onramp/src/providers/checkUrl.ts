import { LatchkeyError } from '@latchkey/plugin-api'

const EVM_ADDRESS = /0x[\da-f]{40}(?![\da-f])/gi
/** The shape of an address of any chain family. */
const LONG_WORD = /\w{26,}/g
/** Parameters that name the receiver of the coins. */
const RECEIVER = /wallet|address/i
/** An address may be encoded within a parameter that is encoded itself. */
const MAX_DECODINGS = 3

function decoded(text: string): string {
  let now = text
  for (let turn = 0; turn < MAX_DECODINGS; turn++)
    try {
      now = decodeURIComponent(now)
    } catch {
      return now
    }
  return now
}

const isSame = (a: string, b: string): boolean =>
  a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())

/** The reason why the url may not be opened. */
function reasonOf(
  url: string,
  { origin, address, contract }: { origin: string; address: string; contract: string },
  used: ReadonlySet<string>,
): string | undefined {
  if (!URL.canParse(url)) return 'malformed'
  const { origin: found, protocol, username, password, href, searchParams } = new URL(url)
  // The passport's own origin is https, or the sandbox of this machine.
  if (found !== origin || !/^https?:$/.test(protocol)) return 'origin'
  if (username || password) return 'credentials'
  const own = [address, contract].filter(Boolean)
  const isOwn = (text: string): boolean => own.some((each) => isSame(each, text))
  const text = decoded(href)
  if (![...text.matchAll(EVM_ADDRESS)].every(([each]) => isOwn(each))) return 'wallet'
  for (const [name, value] of searchParams)
    if (RECEIVER.test(name) && !(decoded(value).match(LONG_WORD) ?? ['']).every(isOwn))
      return 'wallet'
  return used.has(href) ? 'reused' : undefined
}

/**
 * The address of a provider's window as it may be opened: at the origin of the plugin's passport, with
 * no wallet in it but the visitor's, and not opened before.
 * @throws `onramp.url_refused`
 */
export function checkUrl(
  provider: string,
  url: string,
  allowed: { origin: string; address: string; contract: string },
  used: ReadonlySet<string>,
): string {
  const reason = reasonOf(url, allowed, used)
  if (reason === undefined) return new URL(url).href
  throw new LatchkeyError(
    'onramp.url_refused',
    `The window of ${provider} is not opened (${reason}): its address must be of ${allowed.origin}, for this wallet.`,
    { context: { provider, reason } },
  )
}

/** Layers of encoding that are removed; a word with more layers is left out. */
const MAX_DEPTH = 8
/** UTF-16 units of a text that are read. */
const MAX_TEXT_LENGTH = 20_000

/**
 * Patterns of secrets: a pairing link (EIP-1328), which holds a key; parameters that hold one; a JSON
 * Web Token; a list of bytes; any text that is long enough to be a key or a signature, which is 64
 * characters of hex, base64 or base58, also in several lines; and shorter keys that do not look like
 * addresses: 32 bytes in padded base64, and Bitcoin's wallet import format.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/wc:[^\s"'<>]*/gi, 'wc:…'],
  [/\b(symKey|startapp|tgWebAppStartParam)(\W{1,4})[\w+/=.~-]{8,}/gi, '$1$2…'],
  [/\beyJ[\w-]{1,4000}\.[\w-]{1,8000}\.[\w-]*/g, '…'],
  [/\d{1,3}(?:,\s*\d{1,3}){31,}/g, '…'],
  [/[\w+/=-]{64,}(?:(?:\\[nr]|[\r\n])+[\w+/=-]+)*/g, '…'],
  [/(?<![\w+/=-])[\w+/-]{43}=(?![\w=])/g, '…'],
  [/(?<!\w)(?:[59][1-9A-HJ-NP-Za-km-z]{50}|[KLc][1-9A-HJ-NP-Za-km-z]{51})(?!\w)/g, '…'],
]
const cut = (text: string): string =>
  SECRETS.reduce((left, [secret, stand]) => left.replace(secret, stand), text)

const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
/**
 * Removes one layer of percent-encoding, of JavaScript escapes and of HTML character references.
 */
const decoded = (text: string): string =>
  text
    .replace(/%u([\da-f]{4})|%([\da-f]{2})/gi, (_, wide: string | undefined, byte: string) =>
      fromCode(parseInt(wide ?? byte, 16)),
    )
    .replace(
      /\\(?:u\{?([\da-f]{4,6})\}?|x([\da-f]{2})|([^\sux]))/gi,
      (_, wide: string | undefined, byte: string | undefined, same: string) =>
        same ?? fromCode(parseInt(wide ?? byte!, 16)),
    )
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, plain: string) =>
      fromCode(hex ? parseInt(hex, 16) : Number(plain)),
    )
    .replaceAll('&amp;', '&')

/** Whether a word holds a secret once it is decoded. */
function hides(word: string): boolean {
  let text = word
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next = decoded(text)
    if (next === text) return false
    if (cut(next) !== next) return true
    text = next
  }
  return true
}

/**
 * Removes secrets from a text for a log: pairing links and their keys, signatures, private keys and
 * tokens, in any case and however encoded. A reader of the log could act for a visitor with them.
 * Keys of fewer than 64 characters are recognised by their form where they have one: 32 bytes in
 * padded base64, and Bitcoin's wallet import format. 32 bytes in base58, or in base64 without padding,
 * stay, as they look like addresses of Solana: do not log such keys.
 * Addresses stay; transaction hashes are removed, as they look like keys.
 * @param text of any length; its first 20,000 characters are read, the rest is left out
 * @example withoutSecrets('opening metamask://wc?uri=wc%3A7f6e%402%3FsymKey%3D58…') // 'opening …'
 */
export function withoutSecrets(text: string): string {
  // A word that is cut in two could show half of a key.
  const short =
    text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).replace(/\S*$/, '')}…` : text
  return cut(short).replace(/[^\s"'<>]+/g, (word) =>
    /[%\\&]/.test(word) && hides(word) ? '…' : word,
  )
}

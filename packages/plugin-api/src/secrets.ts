/** How often something can be encoded; what is encoded more often is left out whole. */
const DEEPEST = 8
/** UTF-16 units that are looked at. */
const LONGEST = 20_000

/**
 * A pairing link (EIP-1328), which holds a key; parameters that hold one; a JSON Web Token; a list of bytes; and any text that is long enough to be a key or a signature: 64 characters of hex, base64 or base58, in lines too;
 * and of the shorter keys those that no address looks like: 32 bytes in padded base64, and Bitcoin's wallet import format. */
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
/** One layer less of percent-encoding, of escapes of JavaScript and of character references of HTML. */
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

/** Whether a secret shows as soon as it is decoded. */
function hides(word: string): boolean {
  let text = word
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = decoded(text)
    if (next === text) return false
    if (cut(next) !== next) return true
    text = next
  }
  return true
}

/**
 * Text for a log, without what would let its reader act for a visitor: pairing links and their keys, signatures, private keys, tokens, in any case and however encoded.
 * Keys of fewer than 64 characters are known by their form where they have one: 32 bytes in padded base64, and Bitcoin's wallet import format. 32 bytes in base58 or in base64 without
 * padding stay, for they look like addresses of Solana: do not log them.
 * Addresses and hashes that are short enough to be read aloud stay; transaction hashes go, for they look like keys.
 * @param text of any length; 20,000 characters of it are looked at, the rest is left out
 * @example withoutSecrets('opening metamask://wc?uri=wc%3A7f6e%402%3FsymKey%3D58…') // 'opening …'
 */
export function withoutSecrets(text: string): string {
  // A word that is cut through could show half a key.
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\S*$/, '')}…` : text
  return cut(short).replace(/[^\s"'<>]+/g, (word) =>
    /[%\\&]/.test(word) && hides(word) ? '…' : word,
  )
}

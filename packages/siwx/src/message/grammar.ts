// Rules of RFC 3986 and EIP-4361 as regular expressions. The constants have the names of the rules in
// the grammar of RFC 3986. None backtracks over its input more than once: the time grows linearly
// with the text.

const PCT = '%[0-9A-Fa-f]{2}'
const UNRESERVED = String.raw`A-Za-z0-9\-._~`
const SUB_DELIMS = `!$&'()*+,;=`
const PCHAR = `(?:[${UNRESERVED}${SUB_DELIMS}:@]|${PCT})`

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = String.raw`${OCTET}(?:\.${OCTET}){3}`
const H16 = '[0-9A-Fa-f]{1,4}'
const LS32 = `(?:${H16}:${H16}|${IPV4})`
/** The part of an IPv6 address before `::`: none, or one group and up to `most` others. */
const before = (most: number): string => `(?:(?:${H16}:){0,${most}}${H16})?`
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `${before(1)}::(?:${H16}:){3}${LS32}`,
  `${before(2)}::(?:${H16}:){2}${LS32}`,
  `${before(3)}::${H16}:${LS32}`,
  `${before(4)}::${LS32}`,
  `${before(5)}::${H16}`,
  `${before(6)}::`,
].join('|')
const IP_LITERAL = String.raw`\[(?:${IPV6}|[vV][0-9A-Fa-f]+\.[${UNRESERVED}${SUB_DELIMS}:]+)\]`
const REG_NAME = `(?:[${UNRESERVED}${SUB_DELIMS}]|${PCT})`
const USERINFO = `(?:(?:[${UNRESERVED}${SUB_DELIMS}:]|${PCT})*@)?`
/** `user@host:port`, where `name` is the rule of a host other than an IP address in brackets. */
const authority = (name: string): string => `${USERINFO}(?:${IP_LITERAL}|${name})(?::[0-9]*)?`

const SCHEME = String.raw`[A-Za-z][A-Za-z0-9+\-.]*`
const PATH = `${PCHAR}+(?:/${PCHAR}*)*`
const QUERY = `(?:[${UNRESERVED}${SUB_DELIMS}:@/?]|${PCT})*`

const HIER_PART = `(?://${authority(`${REG_NAME}*`)}(?:/${PCHAR}*)*|/(?:${PATH})?|${PATH}|)`

const whole = (rule: string): RegExp => new RegExp(`^(?:${rule})$`)

/** RFC 3986 `URI`: with a scheme, never relative. */
export const URI = whole(String.raw`${SCHEME}:${HIER_PART}(?:\?${QUERY})?(?:#${QUERY})?`)
/** RFC 3986 `authority` with a host. */
export const AUTHORITY = whole(authority(`${REG_NAME}+`))
/** RFC 3986 `scheme`, without the colon. */
export const SCHEME_RULE = whole(SCHEME)
/** EIP-4361 `statement`: the reserved and unreserved characters of RFC 3986, and spaces. */
export const STATEMENT = whole(String.raw`[${UNRESERVED}${SUB_DELIMS}:/?#\[\]@ ]*`)
/** EIP-4361 `nonce`. */
export const NONCE = whole('[A-Za-z0-9]{8,}')
/** EIP-4361 `request-id`. */
export const REQUEST_ID = whole(`${PCHAR}*`)

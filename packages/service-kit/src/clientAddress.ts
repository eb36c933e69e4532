import { BlockList, isIP } from 'node:net'

/** The address that a request came from, for limits. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor?: string) => string

/**
 * The address is the socket's. Only where the socket belongs to a trusted proxy, `X-Forwarded-For` is
 * read, from its end to the first address that is not a proxy's: what stands before that a client may
 * have written itself.
 * @param trusted addresses and networks: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`
 * @param fail makes the error that is thrown for an entry that is neither
 */
export function createClientAddress(
  trusted: readonly string[],
  fail: (message: string) => Error,
): ClientAddress {
  const proxies = new BlockList()
  for (const entry of trusted) addProxy(proxies, entry, fail)
  const isProxy = (address: string): boolean => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  return (socketAddress = '', forwardedFor = '') => {
    let address = plain(socketAddress)
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
    while (isProxy(address) && hops.length > 0) {
      const hop = hops.pop() ?? ''
      if (isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

/**
 * The part of an address that one customer of a provider has: an IPv4 address, and the first 64 bits of
 * an IPv6 address, of which a customer has 2^64.
 */
export function limitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** `203.0.113.9:5678`, `[2001:db8::1]:443`, `[2001:db8::1]`: some proxies write the port. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/

/**
 * The address without a port or zone, in its shortest spelling. An IPv4 address that arrived over an
 * IPv6 socket is the IPv4 address.
 */
const plain = (text: string): string => {
  const [, v4, v6] = WITH_PORT.exec(text) ?? []
  const [address = ''] = (v4 ?? v6 ?? text).split('%')
  if (isIP(address) !== 6) return address
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const bits = [parseInt(high, 16), parseInt(low, 16)]
  return bits.flatMap((word) => [word >> 8, word & 255]).join('.')
}

const addProxy = (list: BlockList, entry: string, fail: (message: string) => Error): void => {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits)
  const isPrefix = Number.isInteger(prefix) && prefix >= 0 && prefix <= (version === 6 ? 128 : 32)
  if (version === 0 || rest.length > 0 || bits === '' || !isPrefix)
    throw fail(
      `A trusted proxy must be an address or a network, for example 10.0.0.0/8. It is "${entry}".`,
    )
  list.addSubnet(address, prefix, family)
}

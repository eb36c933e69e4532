import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are private, local or reserved (RFC 6890). */
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Parts of the public IPv6 network that lead elsewhere: documentation, Teredo, ORCHID, 6to4. */
const CLOSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const

/** Tells whether an IP address lies in the public internet. Everything else is refused. */
export function createPublicTest(): (address: string) => boolean {
  const closed = new BlockList()
  for (const [network, bits] of CLOSED_V4) closed.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of CLOSED_V6) closed.addSubnet(network, bits, 'ipv6')
  const open = new BlockList()
  open.addSubnet('2000::', 3, 'ipv6')
  return (address) => {
    if (isIP(address) === 4) return !closed.check(address, 'ipv4')
    return isIP(address) === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  }
}

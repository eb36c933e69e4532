// Which value may go where, by which channel, and why. A value that goes elsewhere fails the test;
// so does an entry here that nothing uses.
import type { Channel, Sighting } from './witness.js'

export interface Permission {
  canary: string
  /** The node of a chain family, `sign-in server`, `blockchain API`, `relay`, or `page` (the host's own origin). */
  to: string
  by: Channel
  why: string
}

const FAMILIES = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
const of = (make: (family: string) => Permission): readonly Permission[] => FAMILIES.map(make)

export const passport: readonly Permission[] = [
  { canary: 'query', to: 'page', by: 'url', why: 'the visitor came with it' },
  {
    canary: 'query',
    to: 'page',
    by: 'header',
    why: "the browser names the page (Referer) when it fetches the page's own parts",
  },
  ...of((family) => ({
    canary: `address ${family}`,
    to: `node ${family}`,
    by: family === 'bip122' ? 'url' : family === 'polkadot' ? 'frame' : 'body',
    why: 'balance, fee and state of the account',
  })),
  {
    canary: 'calldata',
    to: 'node eip155',
    by: 'body',
    why: 'what it costs; and the wallet in the page sends it',
  },
  ...of((family) => ({
    canary: `address ${family}`,
    to: 'sign-in server',
    by: 'body',
    why: 'whom the signature is verified for',
  })),
  ...of((family) => ({
    canary: `address ${family}`,
    to: 'sign-in server',
    by: 'url',
    why: 'which sessions there are',
  })),
  ...(['eip155', 'solana'] as const).map((family) => ({
    canary: `address ${family}`,
    to: 'blockchain API',
    by: 'url' as const,
    why: 'what the account has and did',
  })),
  { canary: 'statement', to: 'sign-in server', by: 'body', why: 'the message that was signed' },
]

/** Values that went where they may not, and entries that nothing used. */
export function check(sightings: readonly Sighting[], permissions: readonly Permission[]) {
  const isOf =
    ({ canary, to, by }: Sighting) =>
    (permission: Permission): boolean =>
      permission.canary === canary && permission.to === to && permission.by === by
  return {
    stray: sightings.filter((each) => !permissions.some(isOf(each))),
    unused: permissions.filter((permission) => !sightings.some((each) => isOf(each)(permission))),
  }
}

/** A table row for each value and place. */
export const table = (sightings: readonly Sighting[]): string =>
  sightings
    .map(
      ({ canary, to, by, count, kinds }) =>
        [canary.padEnd(18), to.padEnd(16), by.padEnd(8), String(count).padStart(5)].join(' ') +
        `  ${kinds.slice(0, 4).join(', ')}`,
    )
    .join('\n')

import { describeAdapter, describeConnector, describePlugin } from '@latchkey/plugin-testkit'
import { PolkadotWallet } from '@latchkey/plugin-testkit/wallets'
import { vi } from 'vitest'
import { polkadot } from '../src/index.js'
import { kusama, polkadotHub } from '../src/chain/networks.js'
// Its library takes seconds to load on a busy machine: before the first test, not in the middle of
// one.
import '../src/sdk/clients.js'

// That library keeps the WebSocket which is there when it is loaded: this one is the suite's, which
// sees that it is opened, and closed by a node that takes nobody.
vi.hoisted(() => {
  const refused = class {
    constructor(url: string) {
      if (globalThis.WebSocket === (refused as unknown))
        throw new TypeError('The network is not reached from a contract test')
      const socket = new WebSocket(url)
      setTimeout(() => {
        socket.close()
        socket.onerror?.(new Event('error'))
        socket.onclose?.(
          Object.assign(new Event('close'), { code: 1006, reason: '', wasClean: false }),
        )
      })
      return socket
    }
  }
  Object.assign(globalThis, { WebSocket: refused })
})

/** A key that everybody knows. */
const ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const make = () => polkadot({ networks: [polkadotHub, kusama] })

describePlugin('polkadot', make, { page: () => new PolkadotWallet().install() })

describeAdapter('polkadot', make, {
  namespace: 'polkadot',
  alsoTakes: ['eip155'],
  // A node tells its whole runtime through a socket: polkadot.localnet.test.ts asks a real one.
  node: null,
  valid: [ON_POLKADOT],
  invalid: [
    ON_POLKADOT.replace('5o', '5p'),
    ON_POLKADOT.slice(0, -1),
    `${ON_POLKADOT}1`,
    ` ${ON_POLKADOT}`,
    `${ON_POLKADOT}\n`,
    ON_POLKADOT.toLowerCase(),
    ON_POLKADOT.replace('o', '0'),
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79c8',
    'alice.dot',
  ],
})

// The family is on all networks at once, and has no way to ask without a prompt.
describeConnector('injectedWeb3', make, {
  connectorId: 'polkadot.bench',
  wallet: new PolkadotWallet(),
  cannot: ['move', 'introduce', 'lock'],
})

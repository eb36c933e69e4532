// A host without a browser: the published packages in plain Node. Prints one line of JSON per event.
// node nodeHost.mjs RELAY [ws]
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { walletconnect } from '@latchkey/walletconnect'
import { mainnet } from 'viem/chains'

const [relayUrl, socket] = process.argv.slice(2)
const tell = (what) => console.log(JSON.stringify(what))
const { WebSocket: webSocket } = socket === 'ws' ? await import('ws') : {}
const kernel = createKernel({
  metadata: { name: 'Host', url: 'https://host.test' },
  mobile: false,
  logLevel: 'silent',
  plugins: [evm({ networks: [mainnet] }), walletconnect({ relayUrl, webSocket })],
})
kernel.plugins.walletconnect.pairing.subscribe(({ uri }) => uri && tell({ uri }))
try {
  tell({ hasWebSocket: typeof WebSocket !== 'undefined' })
  await kernel.connect('walletConnect')
  const { address } = kernel.ports.accounts.active('eip155')
  tell({
    address,
    signed: await kernel.plugins.evm.provider.request({
      method: 'personal_sign',
      params: ['0x00', address],
    }),
  })
  await kernel.disconnect()
} catch (error) {
  tell({ code: error.code, message: error.message })
} finally {
  kernel.dispose()
}

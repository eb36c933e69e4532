import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { definePlugin, defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'bench.lazy': undefined
  }
}

/** A lazy view of a plugin. It measures the time from the push to the paint. */
const lazy = definePlugin({
  id: 'bench',
  version: '0.0.0',
  kernelApi: '*',
  setup(ctx) {
    ctx.views.add(
      defineView({
        id: 'bench.lazy',
        title: 'bench.lazy',
        render: { react: () => import('./Lazy.js').then(({ Lazy }) => Lazy) },
      }),
    )
  },
})

const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: [evm({ networks: [mainnet] }), lazy],
})
Object.assign(window, { kernel })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
